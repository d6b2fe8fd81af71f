import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '#web/paths.ts';
import { LinkButton } from './Button.tsx';

/** A link to the payment. After the payment, the member returns to the current page. */
export function PaymentLink({
  look = 'primary',
  size = 'regular',
  className,
  onClick,
  children,
}: {
  look?: 'primary' | 'secondary';
  size?: 'small' | 'regular';
  className?: string;
  onClick?: () => void;
  children: ReactNode;
}) {
  const from = useLocation({ select: ({ href }) => href });
  return (
    <LinkButton
      to={paths.payment}
      state={{ from }}
      look={look}
      size={size}
      {...(className !== undefined && { className })}
      {...(onClick && { onClick })}
    >
      {children}
    </LinkButton>
  );
}
