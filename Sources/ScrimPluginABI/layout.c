// Pins the layout of the contract: a change other than appending fails to compile here. Offsets are those of 64-bit
// targets, the only ones supported so far.
#include <scrim/plugin.h>
#include <stddef.h>

#define SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), #type " has another size")
#define AT(type, member, offset) _Static_assert(offsetof(type, member) == (offset), #type "." #member " has moved")

SIZE(scrim_string, 16);
AT(scrim_string, bytes, 0);
AT(scrim_string, length, 8);

SIZE(scrim_point, 16);
AT(scrim_point, x, 0);
AT(scrim_point, y, 8);

SIZE(scrim_rect, 32);
AT(scrim_rect, x, 0);
AT(scrim_rect, y, 8);
AT(scrim_rect, width, 16);
AT(scrim_rect, height, 24);

SIZE(scrim_affine, 48);
AT(scrim_affine, a, 0);
AT(scrim_affine, b, 8);
AT(scrim_affine, c, 16);
AT(scrim_affine, d, 24);
AT(scrim_affine, tx, 32);
AT(scrim_affine, ty, 40);

SIZE(scrim_pixels, 16);
AT(scrim_pixels, x0, 0);
AT(scrim_pixels, y0, 4);
AT(scrim_pixels, x1, 8);
AT(scrim_pixels, y1, 12);

SIZE(scrim_path, 32);
AT(scrim_path, commands, 0);
AT(scrim_path, command_count, 8);
AT(scrim_path, points, 16);
AT(scrim_path, point_count, 24);

SIZE(scrim_default, 72);
AT(scrim_default, is_set, 0);
AT(scrim_default, bits, 4);
AT(scrim_default, numbers, 8);
AT(scrim_default, list, 40);
AT(scrim_default, list_count, 48);
AT(scrim_default, text, 56);

SIZE(scrim_property, 192);
AT(scrim_property, name, 0);
AT(scrim_property, type, 16);
AT(scrim_property, effect, 20);
AT(scrim_property, animates, 24);
AT(scrim_property, choice_count, 28);
AT(scrim_property, choices, 32);
AT(scrim_property, minimum, 40);
AT(scrim_property, maximum, 48);
AT(scrim_property, initial, 56);
AT(scrim_property, unit, 128);
AT(scrim_property, help, 144);
AT(scrim_property, flags, 160);
AT(scrim_property, reserved, 164);
AT(scrim_property, least, 168);
AT(scrim_property, most, 172);
AT(scrim_property, operation_count, 176);
AT(scrim_property, operation_size, 180);
AT(scrim_property, operations, 184);

SIZE(scrim_operation, 48);
AT(scrim_operation, name, 0);
AT(scrim_operation, help, 16);
AT(scrim_operation, flags, 32);
AT(scrim_operation, parameter_count, 36);
AT(scrim_operation, parameters, 40);

SIZE(scrim_host, 224);
AT(scrim_host, size, 0);
AT(scrim_host, abi, 4);
AT(scrim_host, context, 8);
AT(scrim_host, log, 16);
AT(scrim_host, get_number, 24);
AT(scrim_host, get_boolean, 32);
AT(scrim_host, get_choice, 40);
AT(scrim_host, get_color, 48);
AT(scrim_host, get_point, 56);
AT(scrim_host, get_rect, 64);
AT(scrim_host, get_numbers, 72);
AT(scrim_host, get_colors, 80);
AT(scrim_host, get_transform, 88);
AT(scrim_host, get_path, 96);
AT(scrim_host, get_string, 104);
AT(scrim_host, presented, 112);
AT(scrim_host, get_operation, 120);
AT(scrim_host, define_glyph, 128);
AT(scrim_host, forget_glyph, 136);
AT(scrim_host, watch, 144);
AT(scrim_host, screen, 152);
AT(scrim_host, input, 160);
AT(scrim_host, get_objects, 168);
AT(scrim_host, get_picture_size, 176);
AT(scrim_host, get_named_path, 184);
AT(scrim_host, set_number, 192);
AT(scrim_host, set_string, 200);
AT(scrim_host, get_drop_type, 208);
AT(scrim_host, get_drag, 216);

SIZE(scrim_glyph, 96);
AT(scrim_glyph, size, 0);
AT(scrim_glyph, width, 4);
AT(scrim_glyph, height, 8);
AT(scrim_glyph, reserved, 12);
AT(scrim_glyph, outline, 16);
AT(scrim_glyph, place, 48);
AT(scrim_glyph, argb, 80);
AT(scrim_glyph, character, 88);
AT(scrim_glyph, padding, 92);

SIZE(scrim_placed_glyph, 24);
AT(scrim_placed_glyph, glyph, 0);
AT(scrim_placed_glyph, at, 8);

SIZE(scrim_glyph_run, 32);
AT(scrim_glyph_run, size, 0);
AT(scrim_glyph_run, rgba, 4);
AT(scrim_glyph_run, em, 8);
AT(scrim_glyph_run, glyphs, 16);
AT(scrim_glyph_run, count, 24);

SIZE(scrim_screen, 56);
AT(scrim_screen, size, 0);
AT(scrim_screen, state, 4);
AT(scrim_screen, width, 8);
AT(scrim_screen, height, 16);
AT(scrim_screen, scale, 24);
AT(scrim_screen, refresh, 32);
AT(scrim_screen, message, 40);

SIZE(scrim_input, 152);
AT(scrim_input, size, 0);
AT(scrim_input, kind, 4);
AT(scrim_input, time, 8);
AT(scrim_input, x, 16);
AT(scrim_input, y, 24);
AT(scrim_input, dx, 32);
AT(scrim_input, dy, 40);
AT(scrim_input, button, 48);
AT(scrim_input, is_down, 52);
AT(scrim_input, touch, 56);
AT(scrim_input, modifiers, 60);
AT(scrim_input, key, 64);
AT(scrim_input, text, 80);
AT(scrim_input, scale, 96);
AT(scrim_input, rotation, 104);
AT(scrim_input, phase, 112);
AT(scrim_input, fingers, 116);
AT(scrim_input, tool, 120);
AT(scrim_input, padding, 124);
AT(scrim_input, pressure, 128);
AT(scrim_input, tilt_x, 136);
AT(scrim_input, tilt_y, 144);

SIZE(scrim_stroke, 64);
AT(scrim_stroke, size, 0);
AT(scrim_stroke, cap, 4);
AT(scrim_stroke, join, 8);
AT(scrim_stroke, dash_count, 12);
AT(scrim_stroke, width, 16);
AT(scrim_stroke, miter_limit, 24);
AT(scrim_stroke, dash_phase, 32);
AT(scrim_stroke, start, 40);
AT(scrim_stroke, end, 48);
AT(scrim_stroke, dash, 56);

SIZE(scrim_stop, 16);
AT(scrim_stop, location, 0);
AT(scrim_stop, rgba, 8);
AT(scrim_stop, reserved, 12);

SIZE(scrim_gradient, 120);
AT(scrim_gradient, size, 0);
AT(scrim_gradient, kind, 4);
AT(scrim_gradient, extend, 8);
AT(scrim_gradient, stop_count, 12);
AT(scrim_gradient, from, 16);
AT(scrim_gradient, to, 32);
AT(scrim_gradient, from_radius, 48);
AT(scrim_gradient, to_radius, 56);
AT(scrim_gradient, map, 64);
AT(scrim_gradient, stops, 112);

SIZE(scrim_copy, 176);
AT(scrim_copy, size, 0);
AT(scrim_copy, reserved, 4);
AT(scrim_copy, transform, 8);
AT(scrim_copy, color, 136);
AT(scrim_copy, delay, 168);

SIZE(scrim_canvas, 144);
AT(scrim_canvas, size, 0);
AT(scrim_canvas, reserved, 4);
AT(scrim_canvas, context, 8);
AT(scrim_canvas, save, 16);
AT(scrim_canvas, restore, 24);
AT(scrim_canvas, concat, 32);
AT(scrim_canvas, clip_path, 40);
AT(scrim_canvas, fill_path, 48);
AT(scrim_canvas, stroke_path, 56);
AT(scrim_canvas, fill_gradient, 64);
AT(scrim_canvas, draw_sublayers, 72);
AT(scrim_canvas, set_alpha, 80);
AT(scrim_canvas, set_blend, 88);
AT(scrim_canvas, set_shadow, 96);
AT(scrim_canvas, paint_gradient, 104);
AT(scrim_canvas, draw_glyphs, 112);
AT(scrim_canvas, draw_sprites, 120);
AT(scrim_canvas, hold, 128);
AT(scrim_canvas, save_layer, 136);

SIZE(scrim_draw, 64);
AT(scrim_draw, size, 0);
AT(scrim_draw, reserved, 4);
AT(scrim_draw, object, 8);
AT(scrim_draw, bounds, 16);
AT(scrim_draw, time, 48);
AT(scrim_draw, flags, 56);
AT(scrim_draw, unused, 60);

SIZE(scrim_layer, 88);
AT(scrim_layer, size, 0);
AT(scrim_layer, flags, 4);
AT(scrim_layer, create, 8);
AT(scrim_layer, destroy, 16);
AT(scrim_layer, update, 24);
AT(scrim_layer, draw, 32);
AT(scrim_layer, measure, 40);
AT(scrim_layer, compute, 48);
AT(scrim_layer, arrange, 56);
AT(scrim_layer, fit, 64);
AT(scrim_layer, check, 72);
AT(scrim_layer, compute_list, 80);

SIZE(scrim_sublayer, 32);
AT(scrim_sublayer, width, 0);
AT(scrim_sublayer, height, 8);
AT(scrim_sublayer, grow, 16);
AT(scrim_sublayer, basis, 24);

SIZE(scrim_sublayer_hints, 40);
AT(scrim_sublayer_hints, shrink, 0);
AT(scrim_sublayer_hints, minimum, 8);
AT(scrim_sublayer_hints, maximum, 16);
AT(scrim_sublayer_hints, spacing, 24);
AT(scrim_sublayer_hints, alignment, 32);
AT(scrim_sublayer_hints, reserved, 36);

SIZE(scrim_layout, 72);
AT(scrim_layout, size, 0);
AT(scrim_layout, count, 4);
AT(scrim_layout, object, 8);
AT(scrim_layout, width, 16);
AT(scrim_layout, height, 24);
AT(scrim_layout, sublayers, 32);
AT(scrim_layout, context, 40);
AT(scrim_layout, measure, 48);
AT(scrim_layout, hints, 56);
AT(scrim_layout, baselines, 64);

SIZE(scrim_mode, 32);
AT(scrim_mode, size, 0);
AT(scrim_mode, width, 4);
AT(scrim_mode, height, 8);
AT(scrim_mode, refresh, 12);
AT(scrim_mode, object, 16);
AT(scrim_mode, scale, 24);

SIZE(scrim_buffer, 56);
AT(scrim_buffer, size, 0);
AT(scrim_buffer, format, 4);
AT(scrim_buffer, width, 8);
AT(scrim_buffer, height, 12);
AT(scrim_buffer, stride, 16);
AT(scrim_buffer, age, 20);
AT(scrim_buffer, descriptor, 24);
AT(scrim_buffer, reserved, 28);
AT(scrim_buffer, offset, 32);
AT(scrim_buffer, id, 40);
AT(scrim_buffer, argb, 48);

SIZE(scrim_frame, 40);
AT(scrim_frame, size, 0);
AT(scrim_frame, damage_count, 4);
AT(scrim_frame, buffer, 8);
AT(scrim_frame, number, 16);
AT(scrim_frame, time, 24);
AT(scrim_frame, damage, 32);

SIZE(scrim_shape, 40);
AT(scrim_shape, size, 0);
AT(scrim_shape, presents, 4);
AT(scrim_shape, opaque, 8);
AT(scrim_shape, opaque_count, 16);
AT(scrim_shape, input, 24);
AT(scrim_shape, input_count, 32);

SIZE(scrim_text_input, 40);
AT(scrim_text_input, size, 0);
AT(scrim_text_input, purpose, 4);
AT(scrim_text_input, place, 8);

SIZE(scrim_output, 72);
AT(scrim_output, size, 0);
AT(scrim_output, flags, 4);
AT(scrim_output, create, 8);
AT(scrim_output, destroy, 16);
AT(scrim_output, configure, 24);
AT(scrim_output, acquire, 32);
AT(scrim_output, present, 40);
AT(scrim_output, dispatch, 48);
AT(scrim_output, shape, 56);
AT(scrim_output, text_input, 64);

SIZE(scrim_filter_use, 72);
AT(scrim_filter_use, size, 0);
AT(scrim_filter_use, number_count, 4);
AT(scrim_filter_use, numbers, 8);
AT(scrim_filter_use, rgba, 16);
AT(scrim_filter_use, reserved, 20);
AT(scrim_filter_use, map, 24);

SIZE(scrim_reach, 16);
AT(scrim_reach, left, 0);
AT(scrim_reach, top, 4);
AT(scrim_reach, right, 8);
AT(scrim_reach, bottom, 12);

SIZE(scrim_image, 32);
AT(scrim_image, size, 0);
AT(scrim_image, stride, 4);
AT(scrim_image, rect, 8);
AT(scrim_image, argb, 24);

SIZE(scrim_filter, 24);
AT(scrim_filter, size, 0);
AT(scrim_filter, flags, 4);
AT(scrim_filter, reach, 8);
AT(scrim_filter, apply, 16);

SIZE(scrim_picture, 24);
AT(scrim_picture, size, 0);
AT(scrim_picture, flags, 4);
AT(scrim_picture, width, 8);
AT(scrim_picture, height, 12);
AT(scrim_picture, frame_count, 16);
AT(scrim_picture, loop_count, 20);

SIZE(scrim_decode, 32);
AT(scrim_decode, size, 0);
AT(scrim_decode, frame, 4);
AT(scrim_decode, width, 8);
AT(scrim_decode, height, 12);
AT(scrim_decode, stride, 16);
AT(scrim_decode, reserved, 20);
AT(scrim_decode, argb, 24);

SIZE(scrim_decoder, 64);
AT(scrim_decoder, size, 0);
AT(scrim_decoder, flags, 4);
AT(scrim_decoder, prepare, 8);
AT(scrim_decoder, probe, 16);
AT(scrim_decoder, open, 24);
AT(scrim_decoder, close, 32);
AT(scrim_decoder, info, 40);
AT(scrim_decoder, duration, 48);
AT(scrim_decoder, decode, 56);

SIZE(scrim_sprite, 56);
AT(scrim_sprite, map, 0);
AT(scrim_sprite, rgba, 48);
AT(scrim_sprite, reserved, 52);

SIZE(scrim_sprites, 64);
AT(scrim_sprites, size, 0);
AT(scrim_sprites, flags, 4);
AT(scrim_sprites, object, 8);
AT(scrim_sprites, source, 16);
AT(scrim_sprites, count, 48);
AT(scrim_sprites, sprites, 56);

SIZE(scrim_kind, 88);
AT(scrim_kind, size, 0);
AT(scrim_kind, property_count, 4);
AT(scrim_kind, property_size, 8);
AT(scrim_kind, reserved, 12);
AT(scrim_kind, name, 16);
AT(scrim_kind, interface, 32);
AT(scrim_kind, help, 48);
AT(scrim_kind, properties, 64);
AT(scrim_kind, table, 72);
AT(scrim_kind, context, 80);

SIZE(scrim_plugin, 56);
AT(scrim_plugin, size, 0);
AT(scrim_plugin, abi, 4);
AT(scrim_plugin, id, 8);
AT(scrim_plugin, version, 24);
AT(scrim_plugin, kind_count, 40);
AT(scrim_plugin, reserved, 44);
AT(scrim_plugin, kinds, 48);

SIZE(scrim_item, 160);
AT(scrim_item, object, 0);
AT(scrim_item, center, 8);
AT(scrim_item, angle, 24);
AT(scrim_item, bounds, 32);
AT(scrim_item, outer, 64);
AT(scrim_item, inner, 112);

SIZE(scrim_motion, 32);
AT(scrim_motion, object, 0);
AT(scrim_motion, center, 8);
AT(scrim_motion, angle, 24);

SIZE(scrim_contact, 64);
AT(scrim_contact, behavior, 0);
AT(scrim_contact, first, 8);
AT(scrim_contact, second, 16);
AT(scrim_contact, boundary, 24);
AT(scrim_contact, point, 40);
AT(scrim_contact, began, 56);
AT(scrim_contact, reserved, 60);

SIZE(scrim_step, 56);
AT(scrim_step, size, 0);
AT(scrim_step, moves, 4);
AT(scrim_step, time, 8);
AT(scrim_step, motions, 16);
AT(scrim_step, motion_count, 24);
AT(scrim_step, contacts, 32);
AT(scrim_step, contact_count, 40);
AT(scrim_step, skipped, 48);

SIZE(scrim_velocity, 24);
AT(scrim_velocity, linear, 0);
AT(scrim_velocity, angular, 16);

SIZE(scrim_behavior, 88);
AT(scrim_behavior, size, 0);
AT(scrim_behavior, flags, 4);
AT(scrim_behavior, create, 8);
AT(scrim_behavior, destroy, 16);
AT(scrim_behavior, change, 24);
AT(scrim_behavior, remove, 32);
AT(scrim_behavior, place, 40);
AT(scrim_behavior, step, 48);
AT(scrim_behavior, velocity, 56);
AT(scrim_behavior, check, 64);
AT(scrim_behavior, save, 72);
AT(scrim_behavior, restore, 80);
