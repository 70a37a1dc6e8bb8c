// Debounces a value.
import { useEffect, useState } from "react"

/** Returns the last value that stayed the same for `pauseMs`. Objects are compared by identity. */
export const useSettled = <Value>(value: Value, pauseMs: number): Value => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
