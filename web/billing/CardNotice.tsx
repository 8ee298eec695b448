import { Alert, Button, Box } from '@mantine/core';
import { IconCreditCardOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { cardValidity, cardName } from '#shared/billing/cards.ts';
import { companyQuery } from '#web/company/queries.ts';
import { t, writeText } from '#web/texts/app.ts';
import { type StoredCard, cardQuery } from './queries.ts';

type Props = { card: StoredCard; onReplace?: (() => void) | undefined };

/** Warns if the stored card expires within 30 days or has expired. */
export function CardNotice({ card, onReplace }: Props) {
  const validity = cardValidity(card.expirationDate);
  if (validity === 'valid') return null;
  const isExpired = validity === 'expired';
  return (
    <Alert
      color={isExpired ? 'red' : 'amber'}
      icon={<IconCreditCardOff size={18} aria-hidden />}
      title={isExpired ? t('common.cardExpired') : t('common.cardExpiresSoon')}
    >
      {isExpired
        ? t('billing.cardExpiredHint', { card: writeText(cardName(card)) })
        : t('billing.cardExpiresSoonHint', {
            card: writeText(cardName(card)),
            expirationDate: card.expirationDate,
          })}{' '}
      {onReplace ? (
        <Button variant="subtle" size="compact-sm" onClick={onReplace}>
          {t('common.updateCard')}
        </Button>
      ) : (
        <Button variant="subtle" size="compact-sm" renderRoot={(props) => <Link {...props} to="/company/settings/payment" />}>
          {t('billing.viewCard')}
        </Button>
      )}
    </Alert>
  );
}

/** Shown above the job list, for companies that pay by card. */
export function CardBanner() {
  const { data: card } = useQuery(cardQuery());
  const { data: company } = useQuery(companyQuery());
  if (!card || cardValidity(card.expirationDate) === 'valid' || company?.billingType !== 'card') return null;
  return (
    <Box mb="md">
      <CardNotice card={card} />
    </Box>
  );
}
