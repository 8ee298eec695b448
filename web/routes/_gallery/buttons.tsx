import { createFileRoute } from '@tanstack/react-router';
import { ButtonsPage } from '#web/gallery/ButtonsPage.tsx';

export const Route = createFileRoute('/_gallery/buttons')({ component: ButtonsPage });
