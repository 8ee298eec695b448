import type { AnyRoute } from '@tanstack/react-router';

export declare const routeTree: AnyRoute;
