// The types of features, told apart by what rules and analyses mean by them.

/** featureTypes are the types of features. */
export const featureTypes = ["site", "zone", "geofence", "route"] as const

/** FeatureType is the type of a feature. */
export type FeatureType = (typeof featureTypes)[number]
