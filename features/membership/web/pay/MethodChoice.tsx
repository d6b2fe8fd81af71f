import { CreditCard, type LucideIcon, WalletCards } from 'lucide-react';
import type { ComponentProps } from 'react';
import { m } from '#messages';
import type { PayMethod } from '#features/membership/membership.contract.ts';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { Radio } from '#web/ui/Radio.tsx';
import { METHOD_LABELS } from './method-name.ts';

const ICONS: Record<PayMethod, LucideIcon> = { CARD: CreditCard, EASY_PAY: WalletCards };

/** The choice between payment methods. All further props are passed to each radio button. */
export function MethodChoice({
  methods,
  ...radio
}: { methods: readonly PayMethod[] } & Omit<ComponentProps<'input'>, 'type' | 'value'>) {
  return (
    <FieldGroup legend={<span className="type-h3">{m.payment_methods()}</span>}>
      {methods.map((method) => {
        const Icon = ICONS[method];
        return (
          <label
            key={method}
            className="flex min-h-[54px] items-center gap-3 rounded-ticket bg-surface px-4 font-semibold inset-ring-[1.5px] inset-ring-line with-has:has-checked:inset-ring-2 with-has:has-checked:inset-ring-brand with-has:has-focus-visible:outline-3 with-has:has-focus-visible:outline-offset-2 with-has:has-focus-visible:outline-focus"
          >
            <Icon className="size-5 flex-none" aria-hidden="true" />
            <span className="min-w-0 flex-1">{METHOD_LABELS[method]()}</span>
            <Radio {...radio} value={method} className="with-has:outline-none" />
          </label>
        );
      })}
    </FieldGroup>
  );
}
