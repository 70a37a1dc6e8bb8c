// The state of a form that is sent to the server: busy, and errors by field.
import { type SubmitEvent, useState } from "react"
import { mistakesOf } from "../../data/api/Refused.ts"

/** useForm returns the submit handler and state of a form. */
export const useForm = (send: (data: FormData) => Promise<void>) => {
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setBusy(true)
    void send(new FormData(event.currentTarget))
      .then(() => setError(null), setError)
      .finally(() => setBusy(false))
  }
  return { busy, error, mistakes: mistakesOf(error), onSubmit }
}
