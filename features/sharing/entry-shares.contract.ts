import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { JournalEntry } from '#features/journal/journal.contract.ts';

export const EntryShare = z.object({
  id: z.string(),
  /** When the link was created, in milliseconds. */
  createdAt: z.number(),
});
export type EntryShare = z.infer<typeof EntryShare>;

/**
 * A journal entry as visitors see it. The rating is not shared, because it belongs to the member's list. The ids of the
 * entry and of the place are left out, because visitors do not need them.
 */
export const SharedEntry = JournalEntry.pick({
  restaurantName: true,
  visitDate: true,
  visitTime: true,
  journalText: true,
  photos: true,
  tagsWith: true,
  tagsOccasion: true,
}).extend({
  /** The id of the share link. */
  id: z.string(),
  /** The nickname of the owner; null if the owner has no nickname. */
  ownerName: z.string().nullable(),
});
export type SharedEntry = z.infer<typeof SharedEntry>;

const url = '/api/journal/entries/:entryId/share';
const EntryParams = z.object({ entryId: z.uuid() });

export const getEntryShare = endpoint({
  method: 'GET',
  url,
  access: 'member',
  schema: {
    summary: 'Get the share link of my journal entry. Null if it is not shared.',
    params: EntryParams,
    response: { 200: z.object({ share: EntryShare.nullable() }) },
  },
  problems: [],
});

export const shareEntry = endpoint({
  method: 'PUT',
  url,
  access: 'member',
  schema: {
    summary: 'Create a share link for my journal entry. Returns the existing link if it is already shared.',
    params: EntryParams,
    response: { 200: z.object({ share: EntryShare }) },
  },
  problems: ['journal.not_found'],
});

export const unshareEntry = endpoint({
  method: 'DELETE',
  url,
  access: 'member',
  schema: {
    summary: 'Revoke the share link of an entry permanently, including access to its photos. Idempotent.',
    params: EntryParams,
    response: { 200: z.object({ share: z.null() }) },
  },
  problems: [],
});

export const getSharedEntry = endpoint({
  method: 'GET',
  url: '/api/shared-entries/:shareId',
  access: 'anyone',
  schema: {
    summary: 'Get a shared journal entry, read-only. Supports If-None-Match.',
    params: z.object({ shareId: z.string().min(1).max(64) }),
    response: { 200: SharedEntry },
  },
  problems: ['sharing.not_found'],
});
