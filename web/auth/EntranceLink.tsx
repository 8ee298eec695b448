import { Anchor } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

/** A link between the sign-in pages. */
export const EntranceLink = createLink(Anchor<'a'>);
