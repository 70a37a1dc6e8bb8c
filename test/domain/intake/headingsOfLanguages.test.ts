// Headings of tables in other languages than English: what each is read as, and which are left alone.
import { assert, describe, it } from "vitest"
import { columnsIn } from "../../../src/domain/intake/columns.ts"
import { foldHeading } from "../../../src/domain/intake/headingsOfLanguages.ts"
import { readReports, trackFile } from "../../support/tracks/trackFiles.ts"

/** What each heading of a table is read as; nothing: it is not read. */
const readAs = (header: string): string => {
  const cells = header.split(";"),
    { columns } = columnsIn(cells, new Map())
  return cells
    .map((_, place) =>
      [...columns].flatMap(([field, all]) => (all.some(({ index }) => index === place) ? [field] : []))
    )
    .map((fields) => fields.join("+"))
    .join(";")
}

const tables: ReadonlyArray<readonly [language: string, header: string, read: string]> = [
  ["German", "Tier;Zeit;Breite;Länge;Höhe", "individual;time;lat;lon;altitude_m"],
  ["German, without umlauts", "TIER;ZEIT;BREITE;LAENGE;HOEHE", "individual;time;lat;lon;altitude_m"],
  [
    "German, in two columns",
    "Tiernummer;Datum;Uhrzeit;Längengrad;Breitengrad;Geschwindigkeit (km/h);Batterie (V);Temperatur",
    "individual;date;time_of_day;lon;lat;speed_mps;battery_voltage;temperature_c"
  ],
  ["German, a date with its time", "Halsband;Datum;geogr. Länge;geogr. Breite", "tag;time;lon;lat"],
  [
    "Swedish",
    "Djur-ID;Tidpunkt;Latitud;Longitud;Höjd;Sändare;Noggrannhet",
    "individual;time;lat;lon;altitude_m;tag;accuracy_m"
  ],
  ["Swedish, in two columns", "djur;datum;tid;bredd;längd", "individual;date;time_of_day;lat;lon"],
  [
    "Norwegian",
    "Dyr;Tid;Breddegrad;Lengdegrad;Høyde;Retning;Radiobjelle",
    "individual;time;lat;lon;altitude_m;heading_deg;tag"
  ],
  [
    "Norwegian, in two columns",
    "Individ;Dato;Klokkeslett;Bredde;Lengde",
    "individual;date;time_of_day;lat;lon"
  ],
  [
    "Finnish",
    "Eläin;Aika;Leveysaste;Pituusaste;Korkeus;Nopeus (km/h);Lämpötila;Panta",
    "individual;time;lat;lon;altitude_m;speed_mps;temperature_c;tag"
  ],
  [
    "Finnish, in two columns",
    "Yksilö;Päivämäärä;Kellonaika;Leveys;Pituus",
    "individual;date;time_of_day;lat;lon"
  ],
  [
    "French",
    "Animal;Date;Heure;Latitude;Longitude;Altitude;Vitesse (km/h);Collier;Précision",
    "individual;date;time+time_of_day;lat;lon;altitude_m;speed_mps;tag;accuracy_m"
  ],
  ["French, one column", "Individu;Date et heure;Longitude;Latitude", "individual;time;lon;lat"],
  [
    "Spanish",
    "Animal;Fecha;Hora;Latitud;Longitud;Altitud;Velocidad [km/h];Satélites",
    "individual;date;time+time_of_day;lat;lon;altitude_m;speed_mps;satellites"
  ],
  [
    "Portuguese",
    "Nome do animal;Data/Hora;Latitude;Longitude;Precisão;Temperatura;Coleira",
    "individual;time;lat;lon;accuracy_m;temperature_c;tag"
  ],
  [
    "Portuguese, in two columns",
    "Animal;Data;Hora;Latitude;Longitude",
    "individual;date;time+time_of_day;lat;lon"
  ],
  [
    "Dutch",
    "Dier;Datum;Tijd;Breedtegraad;Lengtegraad;Hoogte;Snelheid (km/h)",
    "individual;date;time+time_of_day;lat;lon;altitude_m;speed_mps"
  ],
  ["Dutch, short", "Diernummer;Tijdstip;Breedte;Lengte", "individual;time;lat;lon"],
  [
    "Italian",
    "Animale;Data;Ora;Latitudine;Longitudine;Quota;Velocità (m/s);Collare",
    "individual;date;time+time_of_day;lat;lon;altitude_m;speed_mps;tag"
  ]
]

const sorted = (read: string) => read.split(";").map((fields) => fields.split("+").toSorted().join("+"))

describe("headings of columns", () => {
  for (const [language, header, read] of tables)
    it(`are found in ${language}`, () => {
      assert.deepStrictEqual(sorted(readAs(header)), sorted(read))
      assert.deepStrictEqual(sorted(readAs(header.toUpperCase())), sorted(read), "in capitals")
      assert.deepStrictEqual(sorted(readAs(header.normalize("NFD"))), sorted(read), "marks of their own")
    })

  it("that mean a length as well are places where both axes are there", () => {
    assert.strictEqual(readAs("animal;time;Länge;Gewicht"), "individual;time;;")
    assert.strictEqual(readAs("animal;time;bredde;vekt"), "individual;time;;")
    assert.strictEqual(readAs("animal;time;Länge;latitude"), "individual;time;lon;lat")
    assert.strictEqual(readAs("animal;time;lon;lat;Länge;Breite"), "individual;time;lon;lat;;")
  })

  it("that are words of English too count beside another of their language", () => {
    assert.strictEqual(readAs("tid;tst;lat;lon"), ";;lat;lon")
    assert.strictEqual(readAs("tid;dyr;lat;lon"), "time;individual;lat;lon")
    assert.strictEqual(readAs("animal;data;lat;lon"), "individual;;lat;lon")
    assert.strictEqual(readAs("animale;data;lat;lon"), "individual;time;lat;lon")
    assert.strictEqual(readAs("tier;timestamp;lat;lon"), ";time;lat;lon")
    assert.strictEqual(readAs("animal;timestamp;lat;lon;precision"), "individual;time;lat;lon;")
  })

  it("give way to those of Movebank and to plain English", () => {
    assert.strictEqual(readAs("animal;Tiername;timestamp;Zeit;lon;lat"), "individual;;time;;lon;lat")
  })

  it("that name a speed or a battery need their unit", () => {
    assert.strictEqual(readAs("dier;tijd;lat;lon;snelheid;batterij"), "individual;time;lat;lon;;")
  })

  it("are folded to small letters without marks", () => {
    assert.strictEqual(foldHeading(" GRÖßE über.NN "), "grosse-uber-nn")
    assert.strictEqual(foldHeading("Høyde (m)"), "hoyde-(m)")
    assert.strictEqual(foldHeading("location_Long."), "location-long")
    assert.strictEqual(foldHeading("-"), "-")
  })

  it("are read with their values", async () => {
    const table = [
      "Tier;Datum;Uhrzeit;Länge;Breite;Geschwindigkeit (km/h);Höhe",
      "Alma;2024-05-01;06:30;8,1;47,5;36;512"
    ]
    assert.deepStrictEqual(await readReports(trackFile("weide.csv", table.join("\n")), { timesIn: "UTC" }), [
      {
        animal: "Alma",
        time: "2024-05-01T06:30:00.000Z",
        report: { lon: 8.1, lat: 47.5, speed_mps: 10, altitude_m: 512 }
      }
    ])
    const date = ["Djur;Datum;Latitud;Longitud", "Alma;2024-05-01 06:30;61,5;13,5"]
    assert.deepStrictEqual(await readReports(trackFile("bete.csv", date.join("\n")), { timesIn: "UTC" }), [
      { animal: "Alma", time: "2024-05-01T06:30:00.000Z", report: { lon: 13.5, lat: 61.5 } }
    ])
  })
})
