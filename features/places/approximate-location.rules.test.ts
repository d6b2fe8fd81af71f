import { expect, test } from 'vitest';
import { approximateLocation, measuredFrom, nearestFirst } from './approximate-location.rules.ts';
import type { PlaceSuggestion } from './places.contract.ts';

const HERE = { lat: 37.544583, lng: 127.055961 };

function place(placeId: string, changes: Partial<PlaceSuggestion>): PlaceSuggestion {
  return {
    placeId,
    name: '김밥천국',
    nameMatches: [[0, 4]],
    address: '',
    kind: null,
    categoryId: null,
    coordinates: null,
    distanceMetres: 700,
    businessStatus: null,
    isExample: false,
    isGuess: false,
    ...changes,
  };
}

test('the location that is sent is rounded to about 1 km', () => {
  expect(approximateLocation(HERE)).toEqual({ lat: 37.54, lng: 127.06 });
  expect(approximateLocation({ lat: 33.4999, lng: 126.5312 })).toEqual({ lat: 33.5, lng: 126.53 });
});

test('distances are measured from the exact location', () => {
  // 0.001 degrees of latitude are 111 m.
  const near = place('near', { coordinates: { lat: 37.545583, lng: 127.055961 } });
  expect(measuredFrom([near], HERE)).toEqual([{ ...near, distanceMetres: 111 }]);
  expect(measuredFrom([place('unknown', {})], HERE)[0]?.distanceMetres).toBeNull();
  expect(measuredFrom([near], null)).toEqual([near]);
});

test('nearby places are sorted by distance, whatever is known about them', () => {
  const at = (metres: number) => ({ coordinates: { lat: HERE.lat + metres / 111_195, lng: HERE.lng } });
  const places = [place('far', { ...at(900), businessStatus: 'operational' }), place('near', at(100))];
  expect(nearestFirst(places, HERE).map(({ placeId }) => placeId)).toEqual(['near', 'far']);
});

test('only neighbours that match equally well are sorted by distance', () => {
  const at = (metres: number) => ({ coordinates: { lat: HERE.lat + metres / 111_195, lng: HERE.lng } });
  const found = [
    place('far', at(900)),
    place('near', at(100)),
    place('branch', { ...at(50), name: '김밥천국 성수점' }),
    place('closed', { ...at(10), businessStatus: 'closed_permanently' }),
    place('guess', { ...at(5), isGuess: true }),
    place('unknown', { coordinates: null, isGuess: true }),
    place('nearer guess', { ...at(1), isGuess: true }),
  ];
  const ids = measuredFrom(found, HERE).map(({ placeId }) => placeId);
  expect(ids).toEqual(['near', 'far', 'branch', 'closed', 'nearer guess', 'guess', 'unknown']);
});
