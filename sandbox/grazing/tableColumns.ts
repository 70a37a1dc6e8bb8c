// Columns that start several tables of a grazing run.
import { column } from "../result/ResultBuilder.ts"

/** periodColumn is the period of a row. */
export const periodColumn = column("period", "Period", null, "text")
/** areaColumns are id and name of the area of a row. */
export const areaColumns = [column("area_id", "Area id", null, "text"), column("area", "Area", null, "text")]
/** animalColumns are id and name of the animal of a row. */
export const animalColumns = [
  column("subject_id", "Animal id", null, "text"),
  column("subject", "Animal", null, "text")
]
