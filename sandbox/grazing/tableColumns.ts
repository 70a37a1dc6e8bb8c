// Columns that several tables of a grazing run begin with.
import { column } from "../result/ResultBuilder.ts"

export const period = column("period", "Period", null, "text")
export const area = [column("area_id", "Area id", null, "text"), column("area", "Area", null, "text")]
export const animal = [
  column("subject_id", "Animal id", null, "text"),
  column("subject", "Animal", null, "text")
]
