import { Anchor } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

/** A way from one entrance screen to another. */
export const EntranceLink = createLink(Anchor<'a'>);
