import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { m } from '#messages';
import { parseDay } from '#common/dates.ts';
import { selectCategories } from '#features/catalogue/server/catalogue.public.ts';
import {
  findCollection,
  readCollection,
  selectCollections,
} from '#features/collections/server/collections.public.ts';
import {
  CollectionId,
  collectionsProblems,
  type Collection,
} from '#features/collections/collections.contract.ts';
import { entriesOfDay } from '#features/journal/server/journal.public.ts';
import { NEARBY_RADIUS_METRES } from '#features/places/places.limits.ts';
import { PlaceId } from '#features/places/places.contract.ts';
import { searchWithPrice } from '#features/places/server/places.public.ts';
import { readRestaurant, selectMyRestaurants } from '#features/restaurants/server/restaurants.public.ts';
import { readReviews } from '#features/reviews/server/reviews.public.ts';
import { problem } from '#server/http/problem.ts';
import { KOREAN } from '../korean.ts';
import { describeSaved, describeSuggestion } from './described-place.ts';
import { Point } from './point.ts';
import { addTool, textOfOthers, ToolError, type ToolContext } from './tool.ts';

const REVIEWS_SHOWN = 5;

export function addReadTools(server: McpServer, context: ToolContext): void {
  addTool(server, context, {
    name: 'places_near',
    title: m.assistants_near({}, KOREAN),
    description: m.assistants_near_text({}, KOREAN),
    input: z.object({
      point: Point,
      radiusMetres: z.int().min(1).max(50_000).default(NEARBY_RADIUS_METRES),
      limit: z.int().min(1).max(50).default(20),
    }),
    run: async ({ point, radiusMetres, limit }, { maps, person, database }) => {
      const places = await maps(person).nearby({ centre: point, radius: radiusMetres, limit });
      const saved = await savedIdsOf({ database, person });
      return { places: places.map((place) => describeSuggestion(place, saved)) };
    },
  });

  addTool(server, context, {
    name: 'get_place',
    title: m.assistants_place({}, KOREAN),
    description: m.assistants_place_text({}, KOREAN),
    input: z.object({ placeId: PlaceId }),
    run: readPlace,
  });

  addTool(server, context, {
    name: 'my_collections',
    title: m.assistants_collections({}, KOREAN),
    description: m.assistants_collections_text({}, KOREAN),
    input: z.object({
      collectionId: CollectionId.optional().describe('Without it, all collections are listed.'),
    }),
    run: readCollections,
  });

  addTool(server, context, {
    name: 'journal_of_day',
    title: m.assistants_journal({}, KOREAN),
    description: m.assistants_journal_text({}, KOREAN),
    input: z.object({ day: z.string().max(10).describe('A day such as 2026-11-29.') }),
    run: async ({ day: written }, { database, person }) => {
      const day = parseDay(written);
      if (day === null) throw new ToolError(m.assistants_day_invalid({}, KOREAN));
      const entries = await entriesOfDay(database, { userId: person.userId, day });
      return {
        entries: entries.map(({ restaurantId, restaurantName, visitTime, journalText, photos, ...tags }) => ({
          placeId: restaurantId,
          placeName: restaurantName,
          time: visitTime,
          text: journalText,
          with: tags.tagsWith,
          occasion: tags.tagsOccasion,
          photoCount: photos.length,
        })),
      };
    },
  });

  addTool(server, context, {
    name: 'find_places_to_add',
    title: m.assistants_find({}, KOREAN),
    description: m.assistants_find_text({}, KOREAN),
    input: z.object({ name: z.string().trim().min(1).max(100), near: Point.optional() }),
    run: async ({ name, near }, { database, maps, person }) => {
      const search = (query: string) => maps(person).autocomplete({ query, near });
      const { suggestions } = await searchWithPrice(database, { typed: name, near, search });
      const saved = await savedIdsOf({ database, person });
      return { candidates: suggestions.map((place) => describeSuggestion(place, saved)) };
    },
  });
}

const savedIdsOf = async ({ database, person }: Pick<ToolContext, 'database' | 'person'>) =>
  new Set((await selectMyRestaurants(database, person.userId)).map(({ id }) => id));

async function readPlace(
  { placeId }: { placeId: string },
  { database, maps, person, visibilityDays, now }: ToolContext,
) {
  const { place, mine, provided } = await readRestaurant({
    database,
    maps: maps(person),
    person,
    restaurantId: placeId,
    visibilityDays,
    now,
  });
  const query = { sort: 'newest' as const, limit: REVIEWS_SHOWN };
  const { summary, reviews } = await readReviews({ database, person, restaurantId: placeId, query });
  const categoryNames = new Map((await selectCategories(database)).map(({ id, name }) => [id, name]));
  return {
    place: {
      placeId: place.placeId,
      name: place.name,
      address: place.address,
      coordinates: place.coordinates,
      kind: place.kind,
      phoneNumber: place.phoneNumber,
      website: place.website,
      businessStatus: place.businessStatus,
      openingHours: place.openingHoursSummary,
      parking: place.parkingOptionsSummary,
      isExample: place.isExample,
    },
    mine: mine && describeSaved(mine, categoryNames),
    ...(provided && { recommendation: textOfOthers(provided.memo) }),
    publicReviews: {
      count: summary.reviewCount,
      averageRating: summary.publicAverageRating,
      newest: reviews.map(({ rating, reviewText, userName }) => ({
        rating,
        author: userName === null ? null : textOfOthers(userName),
        review: textOfOthers(reviewText),
      })),
    },
  };
}

async function readCollections(
  { collectionId }: { collectionId?: string | undefined },
  { database, person: { userId } }: ToolContext,
) {
  if (collectionId === undefined) {
    const collections = await selectCollections(database, userId);
    return {
      collections: collections.map(({ id, name, note, role, memberCount, restaurantIds }) => ({
        collectionId: id,
        ...(role === 'owner' && memberCount === 0
          ? { name, note }
          : { name: textOfOthers(name), note: textOfOthers(note) }),
        role,
        memberCount,
        placeCount: restaurantIds.length,
      })),
    };
  }
  const collection = await findCollection(database, { userId, collectionId });
  if (!collection) throw problem(collectionsProblems, 'collections.not_found');
  return describeCollection(await readCollection(database, collection));
}

/** In a collection with other people, every text may be theirs. */
function describeCollection({ id, name, note, role, people, places }: Collection) {
  const isJoint = people.length > 1;
  const text = (written: string) => (isJoint && written !== '' ? textOfOthers(written) : written);
  return {
    collectionId: id,
    name: text(name),
    note: text(note),
    role,
    people: people.map((person) => (person.name === null ? null : text(person.name))),
    places: places.map((place) => ({
      placeId: place.id,
      name: place.name,
      address: place.address,
      note: text(place.note),
      comments: place.comments.map((comment) => text(comment.text)),
    })),
  };
}
