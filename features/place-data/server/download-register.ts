import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, type Dispatcher, errors, request } from 'undici';
import type { ProvinceCode } from '#common/regions.ts';
import { RefreshError } from './refresh-error.ts';

/**
 * The pauses of the downloads in milliseconds. The portal publishes no limits. Other programs wait 3 to 5 seconds
 * between files, and a minute after the status 429, and are not refused.
 */
export type Pauses = { betweenFiles: number; whenBusy: number };
export const PAUSES: Pauses = { betweenFiles: 4_000, whenBusy: 60_000 };

/** Maximum time without data, in milliseconds. The portal builds a file before it sends the first byte. */
const SILENCE_MS = 90_000;
/** A file with fewer bytes is a notice and not a register. */
const BYTES_MINIMUM = 2_048;
/** How often a busy portal is asked in all. */
const ATTEMPTS = 2;

type Download = {
  portalUrl: string;
  userAgent: string;
  /** The name of the file at the portal. */
  slug: string;
  /** null: the file of the whole country. */
  province: ProvinceCode | null;
  /** The file is complete when it has this name. Until then it has the suffix `.part`. */
  file: string;
  signal: AbortSignal;
  /** Called for each received piece. `total` is 0 if the portal does not announce the length. */
  onProgress: (progress: { done: number; total: number }) => void;
  pauses?: Pauses;
  silenceMs?: number | undefined;
};

/**
 * Downloads a file of the licence register: page, permission check and file share their cookies, as in a browser.
 * Sources for the addresses and limits: docs/decisions/0052-place-data.md.
 * @throws RefreshError, and the reason of the signal
 */
export const downloadRegister = ({ pauses = PAUSES, ...download }: Download): Promise<void> =>
  fromPortal({ ...download, page: `/file/${download.slug}/info` }, async (send) => {
    const page = await send(`/file/${download.slug}/info`);
    await page.body.dump();
    await waitForPermission(send, { pauses, signal: download.signal });
    const of = download.province === null ? '' : `?orgCode=${download.province}_ALL`;
    return send(`/file/download/${download.slug}/info${of}`);
  });

/** Maximum size of the page of a data set, in bytes. */
const PAGE_MAXIMUM = 3_000_000;

/**
 * Downloads the newest file of a data set of data.go.kr. The page of the data set contains the number of the file, which
 * changes with each edition.
 * @throws RefreshError, and the reason of the signal
 */
export const downloadDataset = ({
  dataset,
  ...download
}: Omit<Download, 'slug' | 'province' | 'pauses'> & { dataset: string }): Promise<void> =>
  fromPortal({ ...download, page: `/data/${dataset}/fileData.do` }, async (send) => {
    const { body } = await send(`/data/${dataset}/fileData.do`);
    let text = '';
    for await (const bytes of body as AsyncIterable<Buffer>) {
      text += bytes.toString('latin1');
      if (PAGE_MAXIMUM < text.length) break;
    }
    const [file] = /FILE_\d{12,18}/.exec(text) ?? [];
    if (file === undefined) throw new RefreshError('html');
    return send(`/cmm/cmm/fileDownload.do?atchFileId=${file}&fileDetailSn=1`);
  });

type FromPortal = Pick<
  Download,
  'portalUrl' | 'userAgent' | 'file' | 'signal' | 'onProgress' | 'silenceMs'
> & {
  /** The path of the page that links to the file. */
  page: string;
};

/** Saves the file that `open` returns. */
async function fromPortal(
  { silenceMs = SILENCE_MS, ...download }: FromPortal,
  open: (send: Send) => Promise<Dispatcher.ResponseData>,
): Promise<void> {
  const agent = new Agent({
    connect: { timeout: silenceMs },
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
  });
  try {
    await saveFile(await open(portalClient({ ...download, agent })), download);
  } catch (error) {
    download.signal.throwIfAborted();
    throw refreshErrorOf(error);
  } finally {
    await agent.destroy();
  }
}

type Send = (path: string, options?: { allows429?: boolean }) => Promise<Dispatcher.ResponseData>;

function portalClient({
  portalUrl,
  userAgent,
  page,
  signal,
  agent,
}: Pick<FromPortal, 'portalUrl' | 'userAgent' | 'page' | 'signal'> & { agent: Agent }): Send {
  const cookies = new Map<string, string>();
  return async (path, { allows429 = false } = {}) => {
    const response = await request(new URL(path, portalUrl), {
      dispatcher: agent,
      signal,
      headers: {
        'user-agent': userAgent,
        referer: new URL(page, portalUrl).href,
        'accept-language': 'ko',
        ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
      },
    });
    for (const cookie of [response.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]?.split(/=(.*)/s) ?? [];
      cookies.set(name.trim(), value.trim());
    }
    const { statusCode } = response;
    if (statusCode === 200 || (allows429 && statusCode === 429)) return response;
    await response.body.dump();
    if (300 <= statusCode && statusCode < 400) throw new RefreshError('redirected');
    if (statusCode === 403) throw new RefreshError('forbidden');
    throw statusCode === 429 ? new RefreshError('busy') : new RefreshError('status', { detail: statusCode });
  };
}

async function waitForPermission(
  send: Send,
  { pauses, signal }: { pauses: Pauses; signal: AbortSignal },
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { statusCode, body } = await send('/file/validate/download-count', { allows429: true });
    await body.dump();
    if (statusCode === 200) return;
    if (attempt === ATTEMPTS) throw new RefreshError('busy');
    await pause(pauses.whenBusy, undefined, { signal });
  }
}

async function saveFile(
  { headers, body }: Dispatcher.ResponseData,
  { file, onProgress, signal }: Pick<Download, 'file' | 'onProgress' | 'signal'>,
): Promise<void> {
  const total = Number(headers['content-length'] ?? 0);
  let done = 0;
  async function* checked() {
    let start = Buffer.alloc(0);
    for await (const bytes of body as AsyncIterable<Buffer>) {
      if (done < HTML_START) {
        start = Buffer.concat([start, bytes]).subarray(0, HTML_START);
        if (/^\s*<(!doctype|html)/i.test(start.toString('latin1'))) throw new RefreshError('html');
      }
      done += bytes.length;
      onProgress({ done, total });
      yield bytes;
    }
  }
  await pipeline(checked, createWriteStream(`${file}.part`), { signal });
  if (done < total) throw new RefreshError('cut_off');
  if (done < BYTES_MINIMUM) throw new RefreshError('too_small');
  if (headers['content-disposition'] === undefined) throw new RefreshError('html');
  await rename(`${file}.part`, file);
}

/** Number of bytes in which HTML is looked for. */
const HTML_START = 512;

/** Codes of files that cannot be written. They say nothing about the portal. */
const OF_THE_DISK = new Set(['EACCES', 'EIO', 'EISDIR', 'ENOENT', 'EPERM', 'EROFS']);

function refreshErrorOf(error: unknown): RefreshError {
  if (error instanceof RefreshError) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new RefreshError('disk_full', { cause: error });
  if (OF_THE_DISK.has(code)) return new RefreshError('error', { cause: error });
  if (
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError
  )
    return new RefreshError('timeout', { cause: error });
  if (error instanceof errors.ResponseContentLengthMismatchError || code === 'UND_ERR_SOCKET')
    return new RefreshError('cut_off', { cause: error });
  return new RefreshError('unreachable', { cause: error });
}
