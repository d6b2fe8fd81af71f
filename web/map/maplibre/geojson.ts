/** The types of GeoJSON (RFC 7946) that the overlay needs. A position is [longitude, latitude]. */
export type Position = [number, number];

export type Geometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }
  | { type: 'Polygon'; coordinates: Position[][] };

export type Feature = { type: 'Feature'; properties: Record<string, string>; geometry: Geometry };

export type FeatureCollection = { type: 'FeatureCollection'; features: Feature[] };
