import { useEffect, useEffectEvent } from 'react';
import { m } from '#messages';
import { pastedFiles } from '#web/form/pasted-files.ts';
import { showToast } from '#web/ui/Toast.tsx';

/**
 * Takes pictures that are pasted or dropped anywhere on the page. Pasted or dropped text is handled by the browser.
 * @returns a function that takes the files of an input. Files that are not pictures are left out; an alert appears if
 * no file is a picture
 */
export function usePictureFiles(onPictures: (pictures: readonly File[]) => void) {
  const take = (files: readonly File[]) => {
    const pictures = files.filter(({ type, name }) => type.startsWith('image/') || /\.hei[cf]$/i.test(name));
    if (pictures.length === 0) return showToast(m.transfer_picture_not_images(), { kind: 'alert' });
    onPictures(pictures);
  };
  const onTransfer = useEffectEvent((event: Event, files: readonly File[]) => {
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('paste', (event) => onTransfer(event, pastedFiles(event.clipboardData)), {
      signal,
    });
    document.addEventListener('drop', (event) => onTransfer(event, [...(event.dataTransfer?.files ?? [])]), {
      signal,
    });
    // Without this handler, the browser would open a dropped picture in place of the page.
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    document.addEventListener('dragover', allow, { signal });
    return () => listening.abort();
  }, []);
  return take;
}
