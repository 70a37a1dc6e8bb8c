import { type IconName, icons } from "./icons.ts"

/** Icon is a decorative icon, hidden from screen readers: the text beside it says the same. */
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
