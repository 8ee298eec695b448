import {
  Box,
  Loader,
  Text,
  useComputedColorScheme,
  Alert,
  Button,
  Code,
  CopyButton,
  Group,
  Stack,
  UnstyledButton,
} from '@mantine/core';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { schemes } from '#shared/brand.ts';
import { errorText } from '#web/errors.ts';
import { readTokenAnswer, type TokenOutcome, loadTokenizer, type Tokenizer } from './tokenizer.ts';
import type { GatewayConfig } from './queries.ts';
import { IconCopy, IconFlask } from '@tabler/icons-react';
import { rich, t } from '#web/texts/app.ts';

/** The test cards of the simulated gateway. */
const cards = [
  ['4111111111111111', 'approved'],
  ['5555555555554444', 'approved'],
  ['378282246310005', 'approved (American Express)'],
  ['4000000000000002', 'declined'],
  ['4000000000009995', 'declined: insufficient funds'],
  ['4000000000000069', 'declined: expired'],
  ['4000000000000127', 'declined: bad security code'],
  ['4000000000000960', t('billing.approvedAfter8Seconds')],
] as const;

/** Shown next to each button that pays or stores a card: no real charges are made. For a new card, it lists the test cards. */
export function TestMode({ hasCardFields }: { hasCardFields: boolean }) {
  return (
    <Alert role="note" color="amber" icon={<IconFlask size={20} aria-hidden />} title={t('billing.testMode')}>
      {hasCardFields ? <TestCards /> : <Text size="sm">{t('billing.noRealChargesMadeStored')}</Text>}
    </Alert>
  );
}

function TestCards() {
  return (
    <Stack gap="xs">
      <Text size="sm">{t('billing.noRealChargesMadeUse')}</Text>
      <Stack component="ul" gap={4} p={0} m={0} style={{ listStyle: 'none' }}>
        {cards.map(([number, outcome]) => (
          <Group component="li" key={number} gap="xs" wrap="nowrap" align="baseline">
            <CopyButton value={number}>
              {({ copied, copy }) => (
                <UnstyledButton onClick={copy} aria-label={t('billing.copyNumber', { number })}>
                  <Group gap={4} wrap="nowrap">
                    <Code>{number}</Code>
                    {copied ? (
                      <Text size="xs" component="output">
                        {t('billing.copied')}
                      </Text>
                    ) : (
                      <IconCopy size={14} aria-hidden />
                    )}
                  </Group>
                </UnstyledButton>
              )}
            </CopyButton>
            <Text size="sm">{outcome}</Text>
          </Group>
        ))}
      </Stack>
    </Stack>
  );
}

export type CardFieldsHandle = { requestToken: () => Promise<TokenOutcome> };

type Props = { config: GatewayConfig; onLoadError: (message: string) => void; ref: Ref<CardFieldsHandle> };

/** Longer than the gateway has ever taken to make a token. */
const answerMs = 30_000;

/** The gateway's own card fields in a frame, so that card numbers never reach this page. */
export function CardFields({ config, onLoadError, ref }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const tokenizer = useRef<Tokenizer>(null);
  const onToken = useRef<(outcome: TokenOutcome) => void>(null);
  const [isReady, setIsReady] = useState(false);
  const { tokenizerUrl, gatewayUrl, publicKey } = config;

  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const styles = useEffectEvent(() => ({ body: { 'background-color': schemes[scheme].surface, color: schemes[scheme].text } }));

  useEffect(() => {
    const place = container.current;
    let isGone = false;
    loadTokenizer(tokenizerUrl)
      .then((Fields) => {
        if (isGone || !place) return;
        tokenizer.current = new Fields({
          url: gatewayUrl,
          apikey: publicKey,
          container: place,
          onLoad: () => setIsReady(true),
          submission: (answer) => {
            onToken.current?.(readTokenAnswer(answer));
            onToken.current = null;
          },
          settings: {
            payment: { types: ['card'], showTitle: false, showLabel: true, showExpDate: true, showCVV: true },
            styles: styles(),
          },
        });
      })
      .catch((error: unknown) => {
        if (!isGone) onLoadError(errorText(error));
      });
    return () => {
      isGone = true;
      tokenizer.current = null;
      place?.replaceChildren();
    };
  }, [tokenizerUrl, gatewayUrl, publicKey, onLoadError]);

  useImperativeHandle(
    ref,
    () => ({
      requestToken: () =>
        new Promise<TokenOutcome>((resolve) => {
          if (!tokenizer.current) {
            resolve({ status: 'validation', message: t('billing.cardFieldsStillLoadingTry') });
            return;
          }
          const loadTimeout = setTimeout(() => resolve({ status: 'error', message: t('errors.cardError') }), answerMs);
          onToken.current = (outcome) => {
            clearTimeout(loadTimeout);
            resolve(outcome);
          };
          tokenizer.current.submit();
        }),
    }),
    [],
  );

  return (
    <Box>
      {isReady ? null : (
        <Text size="sm" c="dimmed" component="output">
          {rich('billing.loadingCardFields', { loader: () => <Loader size="xs" mr="xs" aria-hidden /> })}
        </Text>
      )}
      <div ref={container} style={{ colorScheme: scheme }} />
    </Box>
  );
}

type CardProblemProps = {
  message: string;
  /** Loads the gateway's fields again after a failure. */
  onRetry: (() => void) | null;
};

export function CardProblem({ message, onRetry }: CardProblemProps) {
  return (
    <Alert color="red" role="alert">
      {message}
      {onRetry ? (
        <Button variant="subtle" size="compact-sm" ml="xs" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      ) : null}
    </Alert>
  );
}
