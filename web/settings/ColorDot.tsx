import { ColorSwatch } from '@mantine/core';

/** A colour of the palette; its name stands beside it. */
export function ColorDot({ color }: { color: string }) {
  return <ColorSwatch component="span" color={color} size="1.125rem" withShadow={false} aria-hidden />;
}
