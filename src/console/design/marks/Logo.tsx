/** Logo is the pawprint of a big cat, the mark of the product. */
export const Logo = ({ size = 34 }: { readonly size?: number }) => (
  <svg viewBox="0 0 34 34" width={size} height={size} aria-hidden="true">
    <rect width="34" height="34" rx="9" fill="var(--brand)" />
    <g fill="var(--brand-ink)">
      <ellipse cx="17" cy="22" rx="6" ry="5" />
      <circle cx="8.5" cy="15" r="2.6" />
      <circle cx="14" cy="10.5" r="2.6" />
      <circle cx="20" cy="10.5" r="2.6" />
      <circle cx="25.5" cy="15" r="2.6" />
    </g>
  </svg>
)
