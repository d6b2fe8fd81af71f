/** The types of the package. The package itself contains no types. */
declare module 'topojson-client' {
  type Position = number[];

  export type TopologyObject = { type: string; id?: string; geometries?: TopologyObject[] };
  export type Topology = { type: 'Topology'; objects: Record<string, TopologyObject> };

  export function feature(
    topology: Topology,
    object: TopologyObject | undefined,
  ): { features: { geometry: { type: 'MultiPolygon'; coordinates: Position[][][] } }[] };

  export function mesh(
    topology: Topology,
    object: TopologyObject | undefined,
    filter: (one: TopologyObject, other: TopologyObject) => boolean,
  ): { coordinates: Position[][] };
}
