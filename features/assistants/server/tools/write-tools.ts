import type { McpServer } from '@modelcontextprotocol/server';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { m } from '#messages';
import { dayIn, KOREA, koreanMoment, parseDay } from '#common/dates.ts';
import { VISITED } from '#common/visit-status.ts';
import { findPlaceToAdd, selectCategories } from '#features/catalogue/server/catalogue.public.ts';
import { PlaceId } from '#features/places/places.contract.ts';
import {
  NewRestaurant,
  RestaurantStatus,
  restaurantsProblems,
  REVIEW_MAXIMUM,
  type Written,
} from '#features/restaurants/restaurants.contract.ts';
import {
  addRestaurant,
  NOT_IN_CATALOGUE,
  selectMyRestaurant,
  updateSavedRestaurantOf,
} from '#features/restaurants/server/restaurants.public.ts';
import type { Connection } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';
import { type AssistantAct, insertAssistantAct } from '../assistants.sql.ts';
import { KOREAN } from '../korean.ts';
import { describeSaved } from './described-place.ts';
import { addTool, ToolError, type ToolContext } from './tool.ts';

const PlaceToAdd = z.object({
  placeId: PlaceId.describe('The id of a candidate of find_places_to_add or places_near.'),
  status: RestaurantStatus.optional(),
  tags: NewRestaurant.shape.customTags,
  source: NewRestaurant.shape.sourceMemo.describe('Where the member heard of the place.'),
});

const Stamp = z.object({
  placeId: PlaceId,
  visitedOn: z
    .string()
    .max(10)
    .optional()
    .describe('The day of the visit, such as 2026-11-29. Default: today.'),
});

const Note = z.object({
  placeId: PlaceId,
  text: z.string().trim().min(1).max(REVIEW_MAXIMUM),
});

export function addWriteTools(server: McpServer, context: ToolContext): void {
  addTool(server, context, {
    name: 'add_place',
    title: m.assistants_add({}, KOREAN),
    description: m.assistants_add_text({}, KOREAN),
    input: PlaceToAdd,
    isWrite: true,
    run: addPlace,
  });

  addTool(server, context, {
    name: 'stamp_place',
    title: m.assistants_stamp({}, KOREAN),
    description: m.assistants_stamp_text({}, KOREAN),
    input: Stamp,
    isWrite: true,
    run: stampPlace,
  });

  addTool(server, context, {
    name: 'write_note',
    title: m.assistants_note({}, KOREAN),
    description: m.assistants_note_text({}, KOREAN),
    input: Note,
    isWrite: true,
    run: writeNote,
  });
}

async function addPlace(
  { placeId, status, tags, source }: z.output<typeof PlaceToAdd>,
  context: ToolContext,
) {
  const { database, maps, person } = context;
  const wanted = NewRestaurant.parse({
    place: { from: 'maps', placeId },
    status,
    customTags: tags,
    sourceMemo: source,
  });
  const found = await findPlaceToAdd({ database, maps: maps(person), person, place: wanted.place });
  return write(context, { tool: 'add_place', placeId: found.placeId }, (transaction) =>
    addRestaurant(transaction, { person, found, wanted }).catch((error) => {
      if (error === NOT_IN_CATALOGUE) throw problem(restaurantsProblems, 'restaurants.place_not_found');
      throw error;
    }),
  );
}

async function stampPlace({ placeId, visitedOn }: z.output<typeof Stamp>, context: ToolContext) {
  const { person, now } = context;
  const today = dayIn(KOREA, now);
  const day = visitedOn === undefined ? today : parseDay(visitedOn);
  if (day === null || day > today) throw new ToolError(m.assistants_day_invalid({}, KOREAN));
  const visitedAt = day === today ? now : koreanMoment({ day, time: '12:00' });
  return write(context, { tool: 'stamp_place', placeId }, (transaction) =>
    updateSavedRestaurantOf(transaction, {
      person,
      restaurantId: placeId,
      changes: { status: VISITED },
      visitedAt,
    }),
  );
}

/** Adds a line to the member's own text. A public review is not changed, because other people would read the line. */
async function writeNote({ placeId, text }: z.output<typeof Note>, context: ToolContext) {
  const { person } = context;
  return write(context, { tool: 'write_note', placeId }, async (transaction) => {
    const mine = await selectMyRestaurant(transaction, { userId: person.userId, restaurantId: placeId });
    if (!mine) throw problem(restaurantsProblems, 'restaurants.not_found');
    if (mine.isShared) throw new ToolError(m.assistants_note_public({}, KOREAN));
    const review = mine.review === '' ? text : `${mine.review}\n${text}`;
    if (review.length > REVIEW_MAXIMUM)
      throw new ToolError(m.assistants_note_too_long({ limit: REVIEW_MAXIMUM }, KOREAN));
    return updateSavedRestaurantOf(transaction, {
      person,
      restaurantId: placeId,
      changes: { review },
      basedOn: { review: mine.review },
    });
  });
}

/** Runs a change and records it in one transaction. */
async function write(
  { database, person, assistant }: ToolContext,
  { tool, placeId }: Pick<AssistantAct, 'tool' | 'placeId'>,
  change: (transaction: Connection) => Promise<Written>,
) {
  const { restaurant } = await database.transaction().execute(async (transaction) => {
    const written = await change(transaction);
    await insertAssistantAct(transaction, { id: uuidv7(), userId: person.userId, assistant, tool, placeId });
    return written;
  });
  const categoryNames = new Map((await selectCategories(database)).map(({ id, name }) => [id, name]));
  return { place: restaurant && describeSaved(restaurant, categoryNames) };
}
