import type { RefreshFailure } from '#features/place-data/place-data.contract.ts';

/** The reason for which a refresh fails. `detail` is a number for the text that the admin reads. */
export class RefreshError extends Error {
  code: RefreshFailure;
  detail: number | null;
  constructor(
    code: RefreshFailure,
    { detail = null, cause }: { detail?: number | null; cause?: unknown } = {},
  ) {
    super(detail === null ? code : `${code} (${detail})`, { cause });
    this.code = code;
    this.detail = detail;
  }
}
