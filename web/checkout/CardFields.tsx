import { Box, Loader, Text, useComputedColorScheme } from '@mantine/core';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { schemes } from '#shared/brand.ts';
import { messages } from '#shared/messages.ts';
import { errorText } from '#web/errors.ts';
import { readTokenAnswer, type TokenOutcome } from './card-token.ts';
import type { GatewayConfig } from './queries.ts';
import { loadTokenizer, type Tokenizer } from './tokenizer.ts';

export type CardFieldsHandle = { requestToken: () => Promise<TokenOutcome> };

type Props = { config: GatewayConfig; onLoadError: (message: string) => void; ref: Ref<CardFieldsHandle> };

/** Longer than the gateway ever took to make a token. */
const answerMs = 30_000;

/** The gateway's own card fields in its frame: card numbers never touch this page. */
export function CardFields({ config, onLoadError, ref }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const tokenizer = useRef<Tokenizer>(null);
  const asked = useRef<(outcome: TokenOutcome) => void>(null);
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
            asked.current?.(readTokenAnswer(answer));
            asked.current = null;
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
            resolve({ status: 'validation', message: 'Card fields are still loading. Try again in a moment.' });
            return;
          }
          const tooLate = setTimeout(() => resolve({ status: 'error', message: messages.cardError }), answerMs);
          asked.current = (outcome) => {
            clearTimeout(tooLate);
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
          <Loader size="xs" mr="xs" aria-hidden /> Loading card fields
        </Text>
      )}
      <div ref={container} style={{ colorScheme: scheme }} />
    </Box>
  );
}
