// The types of features, told apart by what rules and analyses mean by them.

export const featureTypes = ["site", "zone", "geofence", "route"] as const

export type FeatureType = (typeof featureTypes)[number]
