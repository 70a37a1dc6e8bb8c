// The measuring tool of the live map: points by clicks, or by Enter in the middle of the map.
import { useEffect, useReducer, useRef } from "react"
import { words } from "../../../../words/language.ts"
import { areaText, lengthText } from "../../../design/extent.ts"
import { Definition, Row, Stack, Text } from "../../../design/kit.tsx"
import { Key } from "../../../design/marks/Key.tsx"
import { openMeasureLayers } from "../../../map/measureLayers.ts"
import { wrapLongitude } from "../../../map/unwrap.ts"
import { useKeys } from "../../../shell/useKeys.ts"
import type { Field } from "../../live/LiveMap.ts"
import { Panel } from "../Panel.tsx"
import { takePencil } from "../pencil.ts"
import { blank, type Measurement, measured, mayClose, type MeasureStep, stepped } from "./measured.ts"
import look from "./measure.module.css"

/** Returns the size of a measurement in one text: the area of a shape, the length of a line. */
const sizeText = (of: Measurement): string => {
  const { areaM2, lengthM } = measured(of)
  return of.places.length < 2 ? "" : areaM2 === null ? lengthText(lengthM) : areaText(areaM2)
}

/** Draws the measurement while the tool is open, and takes the clicks on the map. */
const useDrawn = ({ map }: Field, measurement: Measurement, step: (step: MeasureStep) => void) => {
  const layers = useRef<ReturnType<typeof openMeasureLayers> | null>(null)
  useEffect(() => {
    const giveBack = takePencil(null)
    const opened = openMeasureLayers(map, {
      onPlace: (place) => step({ kind: "add", place }),
      onClose: () => step({ kind: "close" })
    })
    layers.current = opened
    // so that arrows move the map and Enter sets a point
    map.maplibre.getCanvas().focus()
    return () => {
      layers.current = null
      opened.leave()
      giveBack()
    }
  }, [map, step])
  useEffect(() => {
    layers.current?.show(measurement.places, measurement.closed, sizeText(measurement))
  }, [measurement])
}

/** Middle marks the middle of the visible part of the map. */
const Middle = ({ field: { map } }: { readonly field: Field }) => {
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const put = () => {
      const { lat, lng } = map.maplibre.getCenter()
      const { x, y } = map.pixelOf([lng, lat])
      if (mark.current !== null) mark.current.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
    }
    put()
    map.maplibre.on("resize", put)
    const leave = map.onView(put)
    return () => {
      map.maplibre.off("resize", put)
      leave()
    }
  }, [map])
  return <span ref={mark} className={look["middle"]} aria-hidden="true" />
}

const factsOf = (of: Measurement): ReadonlyArray<readonly [string, string]> => {
  const { areaM2, lengthM } = measured(of)
  return areaM2 === null
    ? [[words.areas.measure.length, lengthText(lengthM)]]
    : [
        [words.areas.measure.area, areaText(areaM2)],
        [words.areas.measure.around, lengthText(lengthM)]
      ]
}

interface MeasurePanelProps {
  readonly field: Field
  readonly onClose: () => void
}

/** MeasurePanel measures lengths and areas on the map. */
export const MeasurePanel = ({ field, onClose }: MeasurePanelProps) => {
  const [measurement, step] = useReducer(stepped, blank)
  useDrawn(field, measurement, step)
  const count = measurement.places.length
  const addMiddle = () => {
    const { lat, lng } = field.map.maplibre.getCenter()
    step({ kind: "add", place: [wrapLongitude(lng), lat] })
  }
  useKeys({
    Enter: addMiddle,
    Backspace: () => step({ kind: "back" }),
    o: () => step({ kind: "close" })
  })
  return (
    <>
      <Middle field={field} />
      <Panel title={words.areas.measure.title} onClose={onClose}>
        <Stack gap={5}>
          <Text as="p" tone="soft">
            {mayClose(measurement) ? words.areas.measure.closeHint : words.areas.measure.hint}
          </Text>
          <div role="status" data-measured={sizeText(measurement)}>
            {count > 0 && (
              <Definition
                of={[[words.areas.measure.points, String(count)], ...(count > 1 ? factsOf(measurement) : [])]}
              />
            )}
          </div>
          <Row gap={3}>
            <button type="button" className="btn small" onClick={addMiddle}>
              {words.areas.measure.addMiddle} <Key of="↵" />
            </button>
            {count > 0 && (
              <button type="button" className="btn small" onClick={() => step({ kind: "back" })}>
                {measurement.closed ? words.areas.measure.reopen : words.areas.editor.back}
              </button>
            )}
            {mayClose(measurement) && (
              <button type="button" className="btn small" onClick={() => step({ kind: "close" })}>
                {words.areas.measure.close} <Key of="O" />
              </button>
            )}
            {count > 0 && (
              <button type="button" className="btn small" onClick={() => step({ kind: "clear" })}>
                {words.areas.measure.clear}
              </button>
            )}
          </Row>
        </Stack>
      </Panel>
    </>
  )
}
