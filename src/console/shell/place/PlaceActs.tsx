// The buttons of a place: to the map of the phone, copy, share.
import { words } from "../../../words/language.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { copyPlace, IS_APPLE, IS_TOUCH, shareLink } from "./placeActs.ts"
import { mapLink, type Place } from "./placeText.ts"

interface PlaceActsProps {
  /** the name of the subject */
  readonly name: string
  /** reads the place on a press, because a subject moves without React; undefined: there is none */
  readonly at: () => Place | undefined
}

/** PlaceActs renders the buttons of a place. */
export const PlaceActs = ({ at, name }: PlaceActsProps) => {
  const place = at()
  return (
    <>
      {place !== undefined && IS_TOUCH && (
        <a
          className="btn small"
          href={mapLink(place, name, IS_APPLE)}
          title={words.common.place.navigateHint}
          onClick={({ currentTarget }) => {
            currentTarget.href = mapLink(at() ?? place, name, IS_APPLE)
          }}
        >
          <Icon name="navigate" size={15} /> {words.common.place.navigate}
        </a>
      )}
      {place !== undefined && (
        <button
          type="button"
          className="btn small"
          title={words.common.place.copyHint}
          onClick={() => copyPlace(at() ?? place)}
        >
          <Icon name="copy" size={15} /> {words.common.place.copy}
        </button>
      )}
      <button
        type="button"
        className="btn small"
        title={words.common.place.shareHint}
        onClick={() => shareLink(name)}
      >
        <Icon name="link" size={15} /> {words.common.place.share}
      </button>
    </>
  )
}
