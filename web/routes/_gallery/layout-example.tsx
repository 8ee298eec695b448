import { createFileRoute } from '@tanstack/react-router';
import { LayoutPage } from '#web/gallery/LayoutPage.tsx';

export const Route = createFileRoute('/_gallery/layout-example')({ component: LayoutPage });
