import type { ProviderId } from '#features/account/providers/providers.contract.ts';
import { classes } from '#web/ui/classes.ts';
import { ProviderMark } from './ProviderMark.tsx';

export const ProviderTile = ({ provider }: { provider: ProviderId }) => (
  <span
    className={classes(
      'grid size-9 place-items-center rounded-[10px] [&>svg]:size-5',
      {
        google: 'bg-sunken',
        kakao: 'bg-[#fee500] forced-color-adjust-none',
        naver: 'bg-[#0b7a3b] forced-color-adjust-none',
      }[provider],
    )}
  >
    <ProviderMark provider={provider} />
  </span>
);
