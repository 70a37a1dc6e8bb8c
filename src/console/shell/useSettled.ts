// What somebody changes quickly, once they have stopped.
import { useEffect, useState } from "react"

/** The value as it was, until it has been the same for so long (ms). Objects are the same by identity. */
export const useSettled = <Value>(value: Value, pauseMs: number): Value => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
