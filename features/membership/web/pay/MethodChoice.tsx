import { CreditCard, type LucideIcon, WalletCards } from 'lucide-react';
import type { ComponentProps } from 'react';
import { m } from '#messages';
import type { PayMethod } from '#features/membership/membership.contract.ts';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';

const METHODS: Record<PayMethod, { label: () => string; icon: LucideIcon }> = {
  CARD: { label: m.payment_method_card, icon: CreditCard },
  EASY_PAY: { label: m.payment_method_kakaopay, icon: WalletCards },
};

export const methodName = (method: PayMethod): string => METHODS[method].label();

/** How to pay, of the ways that are set up here. The rest of the props are those of each radio. */
export function MethodChoice({
  methods,
  ...radio
}: { methods: readonly PayMethod[] } & Omit<ComponentProps<'input'>, 'type' | 'value'>) {
  return (
    <FieldGroup legend={<span className="type-h3">{m.payment_methods()}</span>}>
      {methods.map((method) => {
        const { label, icon: Icon } = METHODS[method];
        return (
          <label
            key={method}
            className="flex min-h-[54px] items-center gap-3 rounded-ticket bg-surface px-4 font-semibold inset-ring-[1.5px] inset-ring-line has-checked:inset-ring-2 has-checked:inset-ring-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <Icon className="size-5 flex-none" aria-hidden="true" />
            <span className="min-w-0 flex-1">{label()}</span>
            <input
              {...radio}
              type="radio"
              value={method}
              className="size-[22px] flex-none appearance-none rounded-full border-2 border-line-strong bg-surface outline-none checked:border-[7px] checked:border-brand"
            />
          </label>
        );
      })}
    </FieldGroup>
  );
}
