import { handleDrawing } from '../../core/pdf/pdf-worker.ts';
import type { PaperOrder } from './bill-drawing.ts';
import { drawBill } from './bill-pdf.ts';

/** Worker thread that draws one paper. */
void handleDrawing(({ bill, kind }: PaperOrder) => drawBill(bill, kind));
