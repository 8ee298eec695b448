import { Group, Text } from '@mantine/core';
import { productName, ramps } from '#shared/brand.ts';

type Props = {
  /** Shows only the symbol. */
  isCompact?: boolean;
  /** `onDark` is for the navy sidebar or a picture. */
  tone?: 'auto' | 'onDark';
};

/** The symbol, a road to its vanishing point, with the product's name. */
export function Logo({ isCompact = false, tone = 'auto' }: Props) {
  return (
    <Group gap="xs" wrap="nowrap">
      <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden focusable="false">
        <rect width="32" height="32" rx="8" fill={tone === 'onDark' ? ramps.navy[8] : ramps.navy[9]} />
        <path d="M12.6 6h2.2L12 26H6.4z" fill="#fff" />
        <path d="M19.4 6h-2.2L20 26h5.6z" fill="#fff" />
        <path d="M15.5 6h1l.2 4h-1.4zM15.2 12.5h1.6l.3 5h-2.2zM14.8 20h2.4l.4 6h-3.2z" fill={ramps.orange[5]} />
      </svg>
      {isCompact ? null : (
        <Text component="span" fz="lg" fw={700} lts="-0.02em" c={tone === 'onDark' ? 'white' : undefined}>
          {productName}
        </Text>
      )}
    </Group>
  );
}
