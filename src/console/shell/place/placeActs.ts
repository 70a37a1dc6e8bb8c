// What can be done with a place outside the console: to copy it, to give it to the map of the phone, to share the
// view that shows it.
import { words } from "../../../words/language.ts"
import { copyText } from "../clipboard.ts"
import { copyLink } from "../copyPage.ts"
import { type Place, placeText } from "./placeText.ts"

/** copyPlace puts a place on the clipboard. */
export const copyPlace = (place: Place): void => {
  const text = placeText(place)
  copyText(text, words.common.place.copied({ place: text }))
}

/** IS_TOUCH tells whether the device is held in the hand: it has a map of its own. */
export const IS_TOUCH = matchMedia("(pointer: coarse)").matches

/** IS_APPLE tells whether the device is made by Apple. */
export const IS_APPLE = /iphone|ipad|ipod|macintosh/i.test(navigator.userAgent)

/**
 * shareLink offers the link to this view to other programs of the device; where there is no such list it is
 * copied.
 */
export const shareLink = (title: string): void => {
  if (!("share" in navigator)) return copyLink()
  void navigator.share({ title, url: location.href }).catch((error: unknown) => {
    // closing the list is no failure
    if (!(error instanceof DOMException && error.name === "AbortError")) copyLink()
  })
}
