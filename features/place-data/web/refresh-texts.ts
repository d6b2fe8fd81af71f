import { PROVINCES } from '#common/regions.ts';
import { m } from '#messages';
import { listNameOf } from '#features/official-lists/web/official-lists-admin.public.ts';
import type { Refresh, RefreshFailure, RegisterKind } from '#features/place-data/place-data.contract.ts';
import { numberOf } from '#web/number-of.ts';

export const nameOf = ({ province, list }: Pick<Refresh, 'province' | 'list'>): string => {
  if (list) return listNameOf(list);
  return PROVINCES.find(({ code }) => code === province)?.name ?? m.place_data_uploaded_file();
};

const KINDS: Record<RegisterKind, () => string> = {
  general_restaurants: m.place_data_kind_general_restaurants,
  rest_cafes: m.place_data_kind_rest_cafes,
  bakeries: m.place_data_kind_bakeries,
};

const STEPS: Record<NonNullable<Refresh['step']>, (values: { kind: string }) => string> = {
  downloading: m.place_data_step_downloading,
  pausing: m.place_data_step_pausing,
  checking: m.place_data_step_checking,
  importing: m.place_data_step_importing,
  matching: m.place_data_step_matching,
  indexing: m.place_data_step_indexing,
};

export function stepText(refresh: Pick<Refresh, 'state' | 'step' | 'kind' | 'province' | 'list'>): string {
  const { state, step, kind } = refresh;
  if (state === 'waiting') return m.place_data_waiting();
  if (step === null) return m.place_data_step_starting();
  return STEPS[step]({ kind: kind ? KINDS[kind]() : nameOf(refresh) });
}

const FAILURES: Record<RefreshFailure, (values: { detail: string }) => string> = {
  unreachable: m.place_data_failure_unreachable,
  timeout: m.place_data_failure_timeout,
  busy: m.place_data_failure_busy,
  forbidden: m.place_data_failure_forbidden,
  redirected: m.place_data_failure_redirected,
  status: m.place_data_failure_status,
  html: m.place_data_failure_html,
  too_small: m.place_data_failure_too_small,
  unknown_header: m.place_data_failure_unknown_header,
  wrong_encoding: m.place_data_failure_wrong_encoding,
  cut_off: m.place_data_failure_cut_off,
  fewer_rows: m.place_data_failure_fewer_rows,
  disk_full: m.place_data_failure_disk_full,
  file_missing: m.place_data_failure_file_missing,
  import_running: m.place_data_failure_import_running,
  error: m.place_data_failure_error,
};

/** Says which file failed and why. */
export function failureText({ failure, kind }: Pick<Refresh, 'failure' | 'kind'>): string | null {
  if (failure === null) return null;
  const text = FAILURES[failure.code]({ detail: String(failure.detail ?? '') });
  return kind ? `${KINDS[kind]()}: ${text}` : text;
}

/** Formats a size in megabytes; a size below 10 MB has one decimal. */
export function megabytesOf(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return megabytes < 10 ? megabytes.toFixed(1) : numberOf(Math.round(megabytes));
}

export function remainingText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return m.place_data_left_seconds({ count: Math.max(1, Math.round(seconds)) });
  if (seconds < 5400) return m.place_data_left_minutes({ count: Math.round(seconds / 60) });
  return m.place_data_left_hours({ count: Math.round(seconds / 3600) });
}
