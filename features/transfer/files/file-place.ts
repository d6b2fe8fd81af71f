import type { Coordinates } from '#common/geo.ts';
import type { VisitStatus } from '#common/visit-status.ts';

/**
 * A place as a file describes it. A text that the file does not contain is ''. Files are read in the browser and never
 * sent to the server.
 */
export type FilePlace = {
  name: string;
  address: string;
  phoneNumber: string;
  link: string;
  coordinates: Coordinates | null;
  /** The place id if the file is one of our own exports; otherwise ''. */
  placeId: string;
  /** The member's own note about the place. */
  note: string;
  tags: string[];
  /** The visit status in the file; null if the file contains no status. */
  status: VisitStatus | null;
  rating: number | null;
  review: string;
  sourceKind: 'tv' | 'magazine' | 'person' | 'own' | null;
  sourceMemo: string;
  /** The id of the category that the member chose; '' if there is none. Only our own exports contain it. */
  categoryId: string;
  /** Values of columns that have no field, by the name of the column. The member chooses where they go. */
  extras: Readonly<Record<string, string>>;
  /** Times in milliseconds; null if unknown. */
  savedAt: number | null;
  visitedAt: number | null;
  /** Only our own exports contain the visibility of the review. */
  isShared: boolean;
  isAnonymous: boolean;
};

/** Why a file cannot be read completely. */
export type FileProblemCode =
  | 'not_readable'
  | 'too_large'
  | 'unknown_format'
  /** A workbook of Excel, Numbers or LibreOffice. */
  | 'spreadsheet'
  | 'web_page'
  | 'unreadable_text'
  | 'damaged'
  | 'damaged_zip'
  | 'inflates_too_much'
  | 'too_many_columns'
  | 'no_places';

export class FileProblem extends Error {
  readonly code: FileProblemCode;
  constructor(code: FileProblemCode) {
    super(code);
    this.code = code;
  }
}

/** A file, or an entry of a ZIP. Its name is used only as the name of the list and to decide how plain text is read. */
export type FileSource = { name: string; size: number; stream: () => ReadableStream<Uint8Array> };

/** Maximum number of bytes of all files of one import. */
export const FILES_MAXIMUM = 100 * 1024 * 1024;

/** Receives places one at a time, each with the name of its list. Returns false to stop reading. */
export type OnPlace = (place: FilePlace, list: string) => boolean;

/**
 * Why an entry of a file is not shown as a place: it has no name and no position, it is a line or an area, it is not a
 * place (such as a film in a list of Google), it is a table in a ZIP whose columns are unknown, it
 * is a ZIP in a ZIP, or it is a line of a text that was not understood.
 */
export type SkipReason = 'nothing' | 'shape' | 'web_page' | 'table' | 'zip' | 'line';

/** Receives entries that are not shown as places. The label is a text of the entry by which the member knows it. */
export type OnSkip = (label: string, reason: SkipReason) => void;

export const EMPTY_PLACE: FilePlace = {
  name: '',
  address: '',
  phoneNumber: '',
  link: '',
  coordinates: null,
  placeId: '',
  note: '',
  tags: [],
  status: null,
  rating: null,
  review: '',
  sourceKind: null,
  sourceMemo: '',
  categoryId: '',
  extras: {},
  savedAt: null,
  visitedAt: null,
  isShared: false,
  isAnonymous: false,
};
