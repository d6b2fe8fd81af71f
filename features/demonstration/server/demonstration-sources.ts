import { v7 as uuidv7 } from 'uuid';
import type { Coordinates } from '#common/geo.ts';
import type { ExampleSource } from '#features/catalogue/server/catalogue.public.ts';
import type { PlaceDetails } from '#features/places/places.contract.ts';

type Episode = { name: string; publishedOn: string; around: Coordinates; places: number };

/** The programmes. Their places are in the areas of the paid member, so that this member has visited some of them. */
const PROGRAMMES: readonly {
  title: string;
  kind: ExampleSource['kind'];
  tags: readonly string[];
  episodes: readonly Episode[];
}[] = [
  {
    title: '예시 방송 골목의 한 그릇',
    kind: 'tv',
    tags: ['골목', '노포'],
    episodes: [
      { name: '3회', publishedOn: '2026-10-17', around: { lat: 37.5446, lng: 127.0559 }, places: 5 },
      { name: '2회', publishedOn: '2026-10-10', around: { lat: 37.5609, lng: 126.9257 }, places: 4 },
      { name: '1회', publishedOn: '2026-10-03', around: { lat: 37.57, lng: 126.99 }, places: 4 },
    ],
  },
  {
    title: '예시 가이드 밥상 지도',
    kind: 'guide',
    tags: ['부모님과'],
    episodes: [
      { name: '2026', publishedOn: '2026-01-15', around: { lat: 35.1587, lng: 129.1604 }, places: 6 },
      { name: '2025', publishedOn: '2025-01-16', around: { lat: 37.52, lng: 127.03 }, places: 5 },
    ],
  },
];

/** @param placesAround returns this many example places around a point */
export async function exampleSources(
  placesAround: (part: { around: Coordinates; places: number }) => Promise<PlaceDetails[]>,
): Promise<ExampleSource[]> {
  return Promise.all(
    PROGRAMMES.map(async ({ episodes, ...programme }) => ({
      ...programme,
      id: uuidv7(),
      episodes: await Promise.all(
        episodes.map(async ({ name, publishedOn, ...part }) => ({
          id: uuidv7(),
          name,
          publishedOn,
          places: await placesAround(part),
        })),
      ),
    })),
  );
}
