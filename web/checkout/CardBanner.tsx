import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { cardAge } from '#shared/billing/cards.ts';
import { companyQuery } from '#web/company/queries.ts';
import { CardNotice } from './CardNotice.tsx';
import { cardQuery } from './queries.ts';

/** Above the job list, for companies that pay by card. */
export function CardBanner() {
  const { data: card } = useQuery(cardQuery());
  const { data: company } = useQuery(companyQuery());
  if (!card || cardAge(card.expirationDate) === 'valid' || company?.billingType !== 'CELERO') return null;
  return (
    <Box mb="md">
      <CardNotice card={card} />
    </Box>
  );
}
