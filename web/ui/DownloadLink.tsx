import type { ComponentProps } from 'react';
import { isInstalledOnIos, warnIfDownloadsAreIgnored, saveFileFrom } from '#web/browser/save-file.ts';
import { AnchorButton } from './Button.tsx';

/** A link that saves a file of the server. `fileName` is the name that the share sheet of an iPhone shows. */
export const DownloadLink = ({
  href,
  fileName,
  ...rest
}: ComponentProps<typeof AnchorButton> & { href: string; fileName: string }) => (
  <AnchorButton
    {...rest}
    href={href}
    download={fileName}
    onClick={(event) => {
      if (warnIfDownloadsAreIgnored()) return event.preventDefault();
      if (!isInstalledOnIos() || !('share' in navigator)) return;
      event.preventDefault();
      void saveFileFrom({ url: href, name: fileName });
    }}
  />
);
