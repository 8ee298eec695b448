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
import { IconCopy, IconFlask } from '@tabler/icons-react';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { schemes } from '#shared/brand.ts';
import { errorText } from '#web/api/errors.ts';
import { rich, t } from '#web/texts/app.ts';
import type { GatewayConfig } from './queries.ts';
import { readTokenAnswer, type TokenOutcome, loadTokenizer, type Tokenizer } from './tokenizer.ts';

/** The test cards of the simulated gateway. */
const testCards = [
  ['4111111111111111', t('billing.cardApproved')],
  ['5555555555554444', t('billing.cardApproved')],
  ['378282246310005', t('billing.cardApprovedAmex')],
  ['4000000000000002', t('billing.cardDeclined')],
  ['4000000000009995', t('billing.cardDeclinedInsufficientFunds')],
  ['4000000000000069', t('billing.cardDeclinedExpired')],
  ['4000000000000127', t('billing.cardDeclinedSecurityCode')],
  ['4000000000000960', t('billing.cardApprovedSlowly')],
] as const;

/** Says next to payment buttons that no real charges are made. For a new card it also lists the test cards. */
export function TestModeNotice({ hasCardFields }: { hasCardFields: boolean }) {
  return (
    <Alert role="note" color="amber" icon={<IconFlask size={20} aria-hidden />} title={t('billing.testMode')}>
      {hasCardFields ? <TestCards /> : <Text size="sm">{t('billing.testModeHint')}</Text>}
    </Alert>
  );
}

function TestCards() {
  return (
    <Stack gap="xs">
      <Text size="sm">{t('billing.testCardsHint')}</Text>
      <Stack component="ul" gap={4} p={0} m={0} style={{ listStyle: 'none' }}>
        {testCards.map(([number, outcome]) => (
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

/** The gateway has never taken this long to create a token. */
const tokenTimeoutMs = 30_000;

/** Shows the gateway's own card fields in an iframe, so that card numbers never reach this page. */
export function CardFields({ config, onLoadError, ref }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const tokenizer = useRef<Tokenizer>(null);
  const resolveToken = useRef<(outcome: TokenOutcome) => void>(null);
  const [isReady, setIsReady] = useState(false);
  const { tokenizerUrl, gatewayUrl, publicKey } = config;

  const colorScheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const getStyles = useEffectEvent(() => ({
    body: { 'background-color': schemes[colorScheme].surface, color: schemes[colorScheme].text },
  }));

  useEffect(() => {
    const containerElement = container.current;
    let isUnmounted = false;
    loadTokenizer(tokenizerUrl)
      .then((GatewayTokenizer) => {
        if (isUnmounted || !containerElement) return;
        tokenizer.current = new GatewayTokenizer({
          url: gatewayUrl,
          apikey: publicKey,
          container: containerElement,
          onLoad: () => setIsReady(true),
          submission: (answer) => {
            resolveToken.current?.(readTokenAnswer(answer));
            resolveToken.current = null;
          },
          settings: {
            payment: { types: ['card'], showTitle: false, showLabel: true, showExpDate: true, showCVV: true },
            styles: getStyles(),
          },
        });
      })
      .catch((error: unknown) => {
        if (!isUnmounted) onLoadError(errorText(error));
      });
    return () => {
      isUnmounted = true;
      tokenizer.current = null;
      containerElement?.replaceChildren();
    };
  }, [tokenizerUrl, gatewayUrl, publicKey, onLoadError]);

  useImperativeHandle(
    ref,
    () => ({
      requestToken: () =>
        new Promise<TokenOutcome>((resolve) => {
          if (!tokenizer.current) {
            resolve({ status: 'validation', message: t('billing.cardFieldsStillLoading') });
            return;
          }
          const tokenTimeout = setTimeout(
            () => resolve({ status: 'error', message: t('errors.cardTokenizerFailed') }),
            tokenTimeoutMs,
          );
          resolveToken.current = (outcome) => {
            clearTimeout(tokenTimeout);
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
      <div ref={container} style={{ colorScheme }} />
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
          {t('ui.tryAgain')}
        </Button>
      ) : null}
    </Alert>
  );
}
