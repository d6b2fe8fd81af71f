import { addressesIn } from './texts/address-in-text.rules.ts';
import { type Message, messagesOf } from './texts/chat-exports.rules.ts';
import { linksApart } from './texts/links-in-text.rules.ts';
import { isNameLike, looksLikeRestaurant, withoutMarkers } from './texts/names-in-text.rules.ts';
import { placesInLines, type TextPlace } from './texts/places-in-lines.rules.ts';

/**
 * Reads places from pasted text: texts that 네이버지도, 카카오맵 and Google Maps share, chat exports, and lists that people
 * write. This code runs in the browser, so that a chat never leaves the device. The time is linear in the length of the
 * text.
 */

export type PastedPlace = TextPlace;

export type PastedPlaces = {
  places: PastedPlace[];
  /** The lines that belong to no place, in their order. Lines that apps add to places are not listed. */
  unread: string[];
  /** Number of lines of a chat that neither belong to a place nor look like one. */
  conversationCount: number;
  /** Whether the text contains more places than `PLACES_MAXIMUM`. */
  isTruncated: boolean;
};

/** Maximum number of places that are read from one text. More places would be too many for one screen. */
export const PLACES_MAXIMUM = 1_000;
/** Maximum length of a pasted text in characters. */
export const TEXT_MAXIMUM = 200_000;
/** Maximum size of a chat export in bytes. */
export const FILE_MAXIMUM = 10 * 1024 * 1024;

/**
 * Returns the places in a text, in order and without duplicates, and the lines that were not understood. If a name is
 * uncertain, it stays empty.
 * @example
 * parsePastedText('[네이버지도]\n하동관\n서울 중구 명동9길 12\nhttps://naver.me/abc').places
 * // [{ name: '하동관', address: '서울 중구 명동9길 12', phoneNumber: '', link: 'https://naver.me/abc' }]
 */
export function parsePastedText(text: string): PastedPlaces {
  const lines = plain(text)
    .split(/\r\n?|[\n\u2028\u2029]/)
    .flatMap(shortLines);
  const chat = messagesOf(lines);
  const parts = chat ? placesInChat(chat) : [placesInLines(lines, { isMessage: false })];
  const unread = parts.flatMap((part) => part.unread);
  // In a chat, the other lines are conversation.
  const listed = chat ? unread.filter(looksLikePlace) : unread;
  const places = withoutRepeats(parts.flatMap((part) => part.places));
  return {
    places: places.slice(0, PLACES_MAXIMUM),
    unread: listed,
    conversationCount: unread.length - listed.length,
    isTruncated: places.length > PLACES_MAXIMUM,
  };
}

/**
 * A message of one line can contain a place only with a number, a link, or a name in brackets such as [네이버지도]. All
 * other messages are conversation.
 */
const placesInMessage = (message: readonly string[]) =>
  message.length < 2 && !/\d|https?:|\[|(?:naver\.me|kko\.to)\//i.test(message[0] ?? '')
    ? { places: [], unread: message.map((line) => line.trim()).filter((line) => line !== '') }
    : placesInLines(message, { isMessage: true });

type Part = ReturnType<typeof placesInLines>;
const EMPTY_PART: Part = { places: [], unread: [] };

/**
 * Reads the places of a chat, one part per message. Many people write the name and the address of a place in two
 * messages. Such messages become one part, and the part of the other message becomes empty. For example, three messages
 * with two places:
 *
 *     하동관
 *     서울 중구 명동9길 12        the name is in the message before
 *     우래옥 서울 중구 창경궁로 62-29
 */
function placesInChat(allMessages: readonly Message[]): Part[] {
  const messages = allMessages.filter(({ lines }) => lines.some((line) => line.trim() !== ''));
  const parts = messages.map(({ lines }) => placesInMessage(lines));
  const isNameless = (part: Part | undefined) => part?.places[0]?.name === '';
  for (const [at, message] of messages.entries()) {
    const part = parts[at];
    if (!part || !isNameless(part)) continue;
    const namedByPrevious = withName({ message, part, neighbour: messages[at - 1] });
    // The next message may be the name of the address that follows it, and not of this one.
    const isNameOfNext = isNameless(parts[at + 2]);
    const namedByNext = isNameOfNext ? null : withName({ message, part, neighbour: messages[at + 1] });
    if (namedByPrevious) {
      parts[at] = namedByPrevious;
      parts[at - 1] = EMPTY_PART;
    } else if (namedByNext) {
      parts[at] = namedByNext;
      parts[at + 1] = EMPTY_PART;
    }
  }
  return parts;
}

/**
 * Many people write the name in one message, and the address or the link in the message before or behind it. Returns the
 * part of both messages if the neighbour is the name of the place; otherwise null.
 */
function withName({
  message,
  part,
  neighbour,
}: {
  message: Message;
  part: Part;
  neighbour: Message | undefined;
}): Part | null {
  const [name = '', ...others] = neighbour?.lines ?? [];
  if (neighbour?.sender !== message.sender || others.length > 0 || !isNameLike(name)) return null;
  const partOfBoth = placesInLines([name, ...message.lines], { isMessage: true });
  const hasSamePlaces = partOfBoth.places.length === part.places.length;
  return hasSamePlaces && partOfBoth.places[0]?.name !== '' ? partOfBoth : null;
}

/** A message that proposes a restaurant: 온달국수 어때? 나는 달빛식당 가고 싶어. */
const PROPOSAL =
  /^(?:(?:나는?|난|우리|그럼|오늘은?|내일은?|이번엔) )?(.{2,20}?)(?:[은는이도])? (?:어때|어떰|가자|갈까|가볼까|가 볼까|가고 싶)/;

/** Whether a line that was not understood may be a place: it has a pin, an address, a link to a map, or a proposal. */
const looksLikePlace = (line: string): boolean =>
  withoutMarkers(line).marker === 'pin' ||
  looksLikeRestaurant(PROPOSAL.exec(line)?.[1] ?? '') ||
  addressesIn(line).some(({ isWeak }) => !isWeak) ||
  linksApart(line).some((part) => typeof part !== 'string' && part.isMap);

/** Invisible characters, and characters that a request cannot contain: control characters and lone surrogates. */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000e-\u001f\u007f\u00ad\u115f\u1160\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\u2800\u3164\ufeff\uffa0]|\p{Variation_Selector}|(?<!\p{Extended_Pictographic})\u200d|\p{Surrogate}/gu;

/** Returns a text without invisible characters, with letters, digits and spaces of normal width. */
const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ');

/** Maximum length of a line. The text of a place is always shorter. */
const LINE_MAXIMUM = 2_000;

/** Splits a long line, at a space if possible, so that no part of it is lost. */
function shortLines(line: string): string[] {
  const parts: string[] = [];
  let from = 0;
  while (line.length - from > LINE_MAXIMUM) {
    const space = line.lastIndexOf(' ', from + LINE_MAXIMUM);
    const to = from < space ? space : from + LINE_MAXIMUM;
    parts.push(line.slice(from, to));
    from = to;
  }
  return [...parts, line.slice(from)];
}

/**
 * Merges duplicate places. A duplicate may add a phone number or a link. A name alone is a duplicate of the first place
 * with this name, because many texts list the names first.
 */
function withoutRepeats(places: readonly PastedPlace[]): PastedPlace[] {
  const isNameAlone = ({ address, link }: PastedPlace) => address === '' && link === '';
  const firstOfName = new Map<string, PastedPlace>();
  for (const place of places)
    if (!isNameAlone(place) && !firstOfName.has(place.name)) firstOfName.set(place.name, place);
  const known = new Map<string, PastedPlace>();
  for (const place of places) {
    const key = place.name || place.address ? `${place.name}\n${place.address}` : place.link;
    const earlier = known.get(key) ?? (isNameAlone(place) ? firstOfName.get(place.name) : undefined);
    if (!earlier) known.set(key, place);
    else {
      earlier.phoneNumber ||= place.phoneNumber;
      earlier.link ||= place.link;
    }
  }
  return [...known.values()];
}
