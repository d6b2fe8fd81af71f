import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { m } from '#messages';
import { photoUrl } from '#features/photos/photos.rules.ts';
import { myListQuery } from '#features/restaurants/web/my-list.query.ts';
import { siteQuery } from '#features/site/web/site.public.ts';
import { useStorageState } from '#web/documents/storage-state.ts';
import { afterFirstMap } from '#web/browser/first-map.ts';
import { whenIdle } from '#web/browser/when-idle.ts';
import { keepFirstScreen } from '#web/first-screen/keep-first-screen.ts';
import { keepThumbnails, keepTilesOf } from '#web/offline/keep-in-advance.ts';
import { followUpdates } from '#web/offline/updates.ts';
import { fetchLaterFiles, registerWorker, removeWorker } from '#web/offline/worker.ts';
import { showToast } from '#web/ui/Toast.tsx';

/**
 * The new version is announced for this number of milliseconds. The time is longer than usual, because the member is
 * reading something else.
 */
const ANNOUNCED_MS = 8_000;

/** Prepares this device for opening the app without a network, and applies new versions. */
export function OfflineReady() {
  const offline = useQuery(siteQuery).data?.offline;
  useWorker(offline?.isOn ?? null);
  const tilesOrigin = offline?.tilesOrigin;
  useEffect(() => {
    if (tilesOrigin !== undefined) void keepTilesOf(tilesOrigin).catch(() => undefined);
  }, [tilesOrigin]);
  useThumbnails();
  useFirstScreen();
  useStorageNotice();
  return null;
}

/**
 * Registers or removes the service worker.
 * @param isOn whether the setting allows the worker; null if it is not known yet
 */
function useWorker(isOn: boolean | null): void {
  const router = useRouter();
  const client = useQueryClient();
  useEffect(() => {
    if (isOn === null) return undefined;
    if (!isOn) return void removeWorker();
    let stop: (() => void) | null = () => undefined;
    const register = async () => {
      const registration = await registerWorker();
      if (!registration || !stop) return;
      stop = followUpdates({
        registration,
        router,
        client,
        onReady: () => showToast(m.shell_update_ready(), { kind: 'note', milliseconds: ANNOUNCED_MS }),
      });
      whenIdle(() => void fetchLaterFiles());
    };
    // A new worker stores all files.
    const cancel = afterFirstMap(() => void register());
    return () => {
      cancel();
      stop?.();
      stop = null;
    };
  }, [isOn, router, client]);
}

/** Stores the photos of the list on this device, once per start. */
function useThumbnails(): void {
  const { data: list } = useQuery({ ...myListQuery, enabled: false });
  const isKnown = list !== undefined;
  const client = useQueryClient();
  useEffect(() => {
    if (!isKnown) return undefined;
    return whenIdle(() => {
      const { restaurants = [] } = client.getQueryData(myListQuery.queryKey) ?? {};
      const photoIds = restaurants.flatMap(({ userPhotoFilenames: [first] }) => first ?? []);
      void keepThumbnails(photoIds.map((photoId) => photoUrl({ photoId, size: 'small' })));
    });
  }, [isKnown, client]);
}

function useFirstScreen(): void {
  const router = useRouter();
  const client = useQueryClient();
  useEffect(() => keepFirstScreen({ client, router }), [client, router]);
}

function useStorageNotice(): void {
  const state = useStorageState();
  useEffect(() => {
    if (state === 'full') showToast(m.shell_storage_full(), { kind: 'alert' });
    if (state === 'evicted')
      showToast(m.shell_storage_evicted(), { kind: 'note', milliseconds: ANNOUNCED_MS });
  }, [state]);
}
