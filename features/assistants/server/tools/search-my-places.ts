import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { m } from '#messages';
import { selectCategories } from '#features/catalogue/server/catalogue.public.ts';
import { OFFICIAL_LISTS } from '#features/official-lists/official-lists.limits.ts';
import { selectMyBadges } from '#features/official-lists/server/official-lists.public.ts';
import { readHanja } from '#features/places/hanja.rules.ts';
import { personalSearch } from '#features/places/personal-search.rules.ts';
import { stationsNamed } from '#features/places/server/places.public.ts';
import {
  type HomeSearch,
  MINIMUM_RATINGS,
  SORTS,
  SOURCE_KINDS,
} from '#features/restaurants/home-search.rules.ts';
import {
  type ListEntry,
  listEntries,
  sortEntries,
  UNCATEGORISED,
} from '#features/restaurants/list-view.rules.ts';
import { viewEntries } from '#features/restaurants/view-entries.rules.ts';
import { selectMyRestaurants } from '#features/restaurants/server/restaurants.public.ts';
import { KOREAN } from '../korean.ts';
import { type CategoryNames, describeSaved } from './described-place.ts';
import { Point } from './point.ts';
import { addTool, ToolError, type ToolContext } from './tool.ts';

const STATUSES = { to_visit: 'todo', visited: 'done' } as const;

const Search = z.object({
  query: z
    .string()
    .max(100)
    .optional()
    .describe(
      'Words in Korean or Latin letters: a name, initial consonants (ㄱㅂㅈ), a tag, a kind of food, an address.',
    ),
  status: z.enum(['to_visit', 'visited']).optional(),
  category: z.string().max(40).optional().describe('The name of a category, such as 한식.'),
  tag: z.string().max(40).optional(),
  neighbourhood: z.string().max(40).optional().describe('The name of a 동, such as 성수동.'),
  minimumRating: z.literal([...MINIMUM_RATINGS]).optional(),
  source: z.enum(SOURCE_KINDS).optional(),
  officialList: z.enum(OFFICIAL_LISTS).optional(),
  isOpenNow: z.literal(true).optional(),
  hasParking: z.literal(true).optional(),
  near: Point.optional().describe('The point from which distances are measured.'),
  within3km: z.literal(true).optional().describe('Only places within 3 km of `near`.'),
  sort: z.enum(SORTS).optional(),
  limit: z.int().min(1).max(50).default(20),
  offset: z.int().min(0).max(100_000).default(0),
});

export function addSearchMyPlaces(server: McpServer, context: ToolContext): void {
  addTool(server, context, {
    name: 'search_my_places',
    title: m.assistants_search({}, KOREAN),
    description: m.assistants_search_text({}, KOREAN),
    input: Search,
    run: searchMyPlaces,
  });
}

/** Searches the list by the rules of the home screen. */
async function searchMyPlaces(input: z.output<typeof Search>, { database, person, now }: ToolContext) {
  const [restaurants, categories, badges] = await Promise.all([
    selectMyRestaurants(database, person.userId),
    selectCategories(database),
    selectMyBadges(database, person.userId),
  ]);
  const categoryNames: CategoryNames = new Map(categories.map(({ id, name }) => [id, name]));
  const entries = listEntries({
    restaurants,
    categoryNames,
    userLocation: input.near ?? null,
    official: listsByPlace(badges),
  });
  const search = filtersOf(input, categoryNames);
  const sort = input.sort ?? (input.near ? 'distance' : 'recent');
  const found = foundBy(input.query, sortEntries(entries, sort), { search, now });
  const page = found.slice(input.offset, input.offset + input.limit);
  return {
    total: found.length,
    places: page.map(({ restaurant, distance }) => ({
      ...describeSaved(restaurant, categoryNames),
      ...(distance !== null && { distanceMetres: Math.round(distance) }),
    })),
  };
}

/** As on the home screen, less exact matches are added if too few exact matches pass the filters. */
function foundBy(
  query: string | undefined,
  entries: readonly ListEntry[],
  { search, now }: { search: HomeSearch; now: number },
): ListEntry[] {
  const shown = viewEntries(entries, { search, found: null, now }).entries;
  const typed = query?.normalize('NFC').trim();
  if (!typed) return shown;
  const found = personalSearch(entries, readHanja(typed), stationsNamed, shown);
  return viewEntries(entries, { search, found, now }).entries;
}

function filtersOf(input: z.output<typeof Search>, categoryNames: CategoryNames): HomeSearch {
  const filters: { [F in keyof HomeSearch]: HomeSearch[F] | undefined } = {
    status: input.status && STATUSES[input.status],
    category: input.category === undefined ? undefined : categoryIdOf(input.category, categoryNames),
    tag: input.tag,
    hood: input.neighbourhood,
    rating: input.minimumRating,
    source: input.source,
    official: input.officialList,
    open: input.isOpenNow && 1,
    parking: input.hasParking && 1,
    near: input.within3km && 1,
  };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

function categoryIdOf(category: string, categoryNames: CategoryNames): string {
  const names = [...categoryNames.values(), m.catalogue_uncategorised({}, KOREAN)];
  const ids = [...categoryNames.keys(), UNCATEGORISED];
  const id = ids[names.indexOf(category.normalize('NFC').trim())];
  if (id === undefined)
    throw new ToolError(m.assistants_category_unknown({ names: names.join(', ') }, KOREAN));
  return id;
}

function listsByPlace(badges: Awaited<ReturnType<typeof selectMyBadges>>) {
  const lists = new Map<string, (typeof badges)[number]['list'][]>();
  for (const { placeId, list } of badges) lists.set(placeId, [...(lists.get(placeId) ?? []), list]);
  return lists;
}
