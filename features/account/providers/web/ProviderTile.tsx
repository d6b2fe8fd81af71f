import type { ProviderId } from '#features/account/providers/providers.contract.ts';
import { classes } from '#web/ui/classes.ts';
import { ProviderMark } from './ProviderMark.tsx';

export const ProviderTile = ({ provider }: { provider: ProviderId }) => (
  <span
    className={classes(
      'grid size-9 forced-color-adjust-none place-items-center rounded-[10px] [&>svg]:size-5',
      { google: 'bg-sunken', kakao: 'bg-[#fee500]', naver: 'bg-[#0b7a3b]' }[provider],
    )}
  >
    <ProviderMark provider={provider} />
  </span>
);
