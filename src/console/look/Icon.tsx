import { type IconName, icons } from "./icons.ts"

/** A drawing beside words: readers of screens are told by the words. */
export const Icon = ({ name, size = 19 }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={icons[name]} />
  </svg>
)
