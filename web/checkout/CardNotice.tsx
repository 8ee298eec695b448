import { Alert, Button } from '@mantine/core';
import { IconCreditCardOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { cardAge, cardName } from '#shared/cards.ts';
import type { StoredCard } from './queries.ts';

type Props = { card: StoredCard; onReplace?: (() => void) | undefined };

/** The stored card ends within 30 days, or has ended; nothing while it is good. */
export function CardNotice({ card, onReplace }: Props) {
  const age = cardAge(card.expirationDate);
  if (age === 'valid') return null;
  const isOver = age === 'expired';
  return (
    <Alert
      color={isOver ? 'red' : 'amber'}
      icon={<IconCreditCardOff size={18} aria-hidden />}
      title={isOver ? 'Your card has expired' : 'Your card expires soon'}
    >
      {isOver
        ? `${cardName(card)} is over. Jobs that renew cannot be paid with it and end after their paid period.`
        : `${cardName(card)} is good through ${card.expirationDate}. Replace it in time, so that your jobs renew.`}{' '}
      {onReplace ? (
        <Button variant="subtle" size="compact-sm" onClick={onReplace}>
          Replace it
        </Button>
      ) : (
        <Button variant="subtle" size="compact-sm" renderRoot={(props) => <Link {...props} to="/company/settings/payment" />}>
          See the card
        </Button>
      )}
    </Alert>
  );
}
